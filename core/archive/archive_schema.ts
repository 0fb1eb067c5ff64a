import type { ArchiveRules } from '../contract/archive.js'
import type { PluginDefinition } from '../contract/plugin.js'

/** Anything that can run a statement: a transaction, a pg client. */
export type Run = <Row>(sql: string) => Promise<readonly Row[]>

/** The company and its people are carried by code of their own. */
export const COMPANIES = 'core_companies'
export const USERS = 'core_users'

/** The account columns that a person takes along. The others belong to this platform, or are derived. */
export const PERSON: ReadonlySet<string> = new Set(
  'id email password firstname infix lastname birthdate gender language email_verified_at code_kind created_at'.split(' '),
)

export interface ArchivedColumn {
  name: string
  type: string
  /** Not nullable. */
  required: boolean
}

export interface ArchivedTable {
  name: string
  columns: readonly ArchivedColumn[]
  /** Column → the table that its foreign key refers to. Without `company_id`. */
  references: ReadonlyMap<string, string>
  /** Rows may be the platform's own. */
  shared: boolean
}

export interface ArchiveSchema {
  /** Ordered so that each table follows those its foreign keys refer to. */
  tables: readonly ArchivedTable[]
  /** The columns of the company's and the people's rows that are carried. */
  company: readonly ArchivedColumn[]
  person: readonly ArchivedColumn[]
  rules: Required<ArchiveRules>
}

interface FoundColumn {
  table: string
  name: string
  type: string
  required: boolean
  generated: boolean
}
interface FoundReference {
  table: string
  column: string
  target: string
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required, a.attgenerated <> '' as generated
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
   where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     and c.relname not like 'core\\_migrations%' and c.relname not in ('adonis_schema', 'adonis_schema_versions')
   order by c.relname, a.attnum`
const REFERENCES = `
  select con.conrelid::regclass::text as "table", a.attname as "column", con.confrelid::regclass::text as target
    from pg_constraint con join pg_attribute a on a.attrelid = con.conrelid and a.attnum = any(con.conkey) and a.attname <> 'company_id'
   where con.contype = 'f' order by 1, 2`

/** The rules of all plugins together. */
export function archiveRules(plugins: readonly PluginDefinition[]): Required<ArchiveRules> {
  const all = <K extends Exclude<keyof ArchiveRules, 'drawnAgain'>>(key: K) =>
    Object.assign({}, ...plugins.map(({ carried }) => carried?.[key] ?? {})) as Required<ArchiveRules>[K]
  return {
    references: all('references'),
    documents: all('documents'),
    stableKeys: all('stableKeys'),
    stays: all('stays'),
    only: all('only'),
    optional: all('optional'),
    drawnAgain: plugins.flatMap(({ carried }) => carried?.drawnAgain ?? []),
  }
}

/**
 * Every table with a company's rows, from the database, and what the plugins declare about them.
 * @throws Error that names tables without a rule: nothing is exported by guessing
 */
export async function readArchiveSchema(run: Run, plugins: readonly PluginDefinition[]): Promise<ArchiveSchema> {
  const columns = await run<FoundColumn>(COLUMNS)
  const references = await run<FoundReference>(REFERENCES)
  const rules = archiveRules(plugins)
  const problems = columnsWithoutRule(columns, references, rules)
  if (problems.length) throw new Error(`Taking a company out is not decided for ${problems.join('; ')}. Say so in "carried" of the plugin.`)
  const names = [...new Set(columns.map(({ table }) => table))].filter((name) => isCarried(name, columns, rules))
  const columnsOf = (name: string) =>
    columns.filter(({ table, name: column, generated }) => table === name && !generated && !(`${name}.${column}` in rules.stays))
  const tables = names.map((name): ArchivedTable => {
    const own = columns.filter(({ table }) => table === name)
    return {
      name,
      columns: columnsOf(name),
      references: new Map(references.filter(({ table }) => table === name).map(({ column, target }) => [column, target])),
      shared: own.some(({ name: column, required }) => column === 'company_id' && !required),
    }
  })
  return { tables: inOrder(tables), company: columnsOf(COMPANIES), person: columnsOf(USERS).filter(({ name }) => PERSON.has(name)), rules }
}

function isCarried(name: string, columns: readonly FoundColumn[], rules: Required<ArchiveRules>): boolean {
  const hasCompany = columns.some(({ table, name: column }) => table === name && column === 'company_id')
  return hasCompany && !(name in rules.stays)
}

/** Returns the columns and tables for which neither foreign keys nor plugins have a rule, each with a short explanation. Pure. */
export function columnsWithoutRule(
  columns: readonly FoundColumn[],
  references: readonly FoundReference[],
  rules: Required<ArchiveRules>,
): string[] {
  const problems: string[] = []
  const names = [...new Set(columns.map(({ table }) => table))]
  const isKeyed = (table: string, column: string) => references.some((one) => one.table === table && one.column === column)
  for (const name of names) {
    if (name in rules.stays || name === COMPANIES || name === USERS) continue
    if (!isCarried(name, columns, rules)) problems.push(`the table ${name}, which has no company_id`)
    const own = columns.filter(({ table }) => table === name)
    if (!own.some(({ name: column }) => column === 'id')) problems.push(`the table ${name}, which has no id`)
    for (const { name: column, type, generated } of own) {
      const place = `${name}.${column}`
      // Generated columns are generated again.
      if (generated || place in rules.stays || column === 'id' || column === 'company_id') continue
      if (type === 'bigint' && !isKeyed(name, column) && !(place in rules.references)) problems.push(`the number ${place}`)
      if (/^jsonb?$/.test(type) && !(place in rules.documents)) problems.push(`the document ${place}`)
    }
  }
  for (const { table, column, target } of references) {
    if (table in rules.stays || `${table}.${column}` in rules.stays || !isCarried(table, columns, rules)) continue
    if (target === COMPANIES || target === USERS) continue
    if (target in rules.stays) problems.push(`${table}.${column}, which names a row of ${target}, which stays`)
    else if (mayBeShared(target, columns) && !(target in rules.stableKeys))
      problems.push(`the stable key of ${target}, whose rows of the platform ${table}.${column} may name`)
  }
  const known = new Set(columns.flatMap(({ table, name }) => [table, `${table}.${name}`]))
  const said = [rules.references, rules.documents, rules.stays, rules.only, rules.optional, rules.stableKeys].flatMap((rule) =>
    Object.keys(rule),
  )
  said.push(...rules.drawnAgain)
  for (const place of said) if (!known.has(place)) problems.push(`${place}, which there is not`)
  return problems
}

const mayBeShared = (table: string, columns: readonly FoundColumn[]) =>
  columns.some((column) => column.table === table && column.name === 'company_id' && !column.required)

/** @throws Error when tables refer to each other in a circle */
function inOrder(tables: readonly ArchivedTable[]): ArchivedTable[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const sorted: ArchivedTable[] = []
  while (left.size) {
    const ready = [...left.values()].filter(({ name, references }) =>
      [...references.values()].every((target) => target === name || !left.has(target)),
    )
    if (!ready.length) throw new Error(`Tables name each other in a circle: ${[...left.keys()].join(', ')}.`)
    for (const table of ready) {
      sorted.push(table)
      left.delete(table.name)
    }
  }
  return sorted
}
