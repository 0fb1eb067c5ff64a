import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { PluginDefinition } from '../contract/plugin.js'

/** Anything that runs a statement: a pg client during migrations, Lucid's raw query later. */
type Run = (sql: string) => Promise<{ rows: unknown[] }>

export interface PersonalTable {
  name: string
  /** The column with the membership, if there is one; other tables hang below such a table. */
  membershipColumn: string | null
}

// Tables that a foreign key ties to a person, directly or through another such table.
const PERSONAL = `
  with recursive personal as (
    select unnest(array['core_users'::regclass::oid, 'core_memberships'::regclass::oid]) as oid
    union
    select con.conrelid from pg_constraint con join personal p on con.confrelid = p.oid where con.contype = 'f'
      -- A file is exported and erased by itself, whatever points at it.
      and con.confrelid <> 'core_files'::regclass
  )
  select c.relname as name,
         (select a.attname from pg_constraint con
            join pg_attribute a on a.attrelid = con.conrelid and a.attnum = any(con.conkey) and a.attname <> 'company_id'
           where con.conrelid = c.oid and con.contype = 'f' and con.confrelid = 'core_memberships'::regclass
           order by a.attnum limit 1) as "membershipColumn"
    from personal join pg_class c on c.oid = personal.oid order by c.relname`

/** Finds the tables with personal data by their foreign keys. */
export async function personalTables(run: Run): Promise<PersonalTable[]> {
  return (await run(PERSONAL)).rows as PersonalTable[]
}

/**
 * Compares the plugins' declarations with the database.
 * @throws Error that names a table whose rows would not be exported or erased
 */
export async function assertPersonalTablesDeclared(run: Run, plugins: readonly PluginDefinition[]): Promise<void> {
  const declared = new Set(plugins.flatMap((plugin) => plugin.personalTables ?? []))
  const forgotten = (await personalTables(run)).find(({ name }) => !declared.has(name))
  if (forgotten) {
    throw new Error(
      `Table "${forgotten.name}" holds a person's data (its foreign keys lead to one). Name it in its plugin's personalTables, and give and erase it in the privacy handlers.`,
    )
  }
}

/** A plugin's privacy handler ran but left rows behind. */
export class RowsLeftError extends Error {}

/** Read once per process, and again after a failure. Tables only change in migrations, which run before the start. */
let leftBehind: string | undefined

/** Names the plugins' tables that have a row of the person. One statement, because erasing runs for thousands of people. */
async function leftBehindSql(run: Run): Promise<string> {
  const asked = (await personalTables(run))
    .filter(({ name, membershipColumn }) => membershipColumn && !name.startsWith('core_'))
    .map(
      ({ name, membershipColumn }) => `select '${name}' as name where exists (select 1 from "${name}" where "${membershipColumn}" = m.id)`,
    )
  const all = ['select null::text as name where false', ...asked].join(' union all ')
  return `select found.name from (select ?::bigint as id) m cross join lateral (${all}) found limit 1`
}

/**
 * Checks, in the transaction that deletes a membership, that no plugin's row refers to it.
 * @throws RowsLeftError that names the table
 */
export async function assertNothingLeft(trx: Pick<TransactionClientContract, 'rawQuery'>, membershipId: number): Promise<void> {
  leftBehind ??= await leftBehindSql((sql) => trx.rawQuery(sql))
  const { rows } = (await trx.rawQuery(leftBehind, [membershipId]).catch((error: unknown) => {
    leftBehind = undefined
    throw error
  })) as { rows: { name: string }[] }
  const [left] = rows
  if (left) throw new RowsLeftError(`The privacy handler of "${left.name.split('_')[0]}" leaves the person's rows in "${left.name}".`)
}
