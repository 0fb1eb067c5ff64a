import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { PluginDefinition } from '../contract/plugin.js'

/** Whatever can run a statement: a pg client while migrating, Lucid's raw query later. */
type Run = (sql: string) => Promise<{ rows: unknown[] }>

export interface PersonalTable {
  name: string
  /** Its own column that names the membership, when it has one; others hang below such a table. */
  membershipColumn: string | null
}

// Whatever a foreign key ties to a person, directly or through another such table.
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

/** The tables that hold a person's data, as their foreign keys say. */
export async function personalTables(run: Run): Promise<PersonalTable[]> {
  return (await run(PERSONAL)).rows as PersonalTable[]
}

/**
 * Holds what the plugins declare against what the database says.
 * @throws Error that names a table whose rows nobody would export or erase
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

/** A plugin's privacy handler was called and rows are there. */
export class LeftBehindError extends Error {}

/** Asked once, and anew after a failure: tables come and go with migrations, which run before a process begins or by the one that replaces it. */
let leftBehind: string | undefined

/** Names the plugins' tables that have a row of the person: one statement, as a person is erased in the middle of thousands. */
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
 * Looks, in the transaction that is about to delete a membership, whether any plugin's row still names it.
 * @throws LeftBehindError that names the table
 */
export async function assertNothingLeft(trx: Pick<TransactionClientContract, 'rawQuery'>, membershipId: number): Promise<void> {
  leftBehind ??= await leftBehindSql((sql) => trx.rawQuery(sql))
  const { rows } = (await trx.rawQuery(leftBehind, [membershipId]).catch((error: unknown) => {
    leftBehind = undefined
    throw error
  })) as { rows: { name: string }[] }
  const [left] = rows
  if (left) throw new LeftBehindError(`The privacy handler of "${left.name.split('_')[0]}" leaves the person's rows in "${left.name}".`)
}
