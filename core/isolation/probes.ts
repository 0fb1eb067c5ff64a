import type { RouteDefinition } from '../contract/plugin.js'

// The attempts of the isolation test and of the isolation report, in one list.

/** Runs a statement in the scope it was made for. */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>

export interface ProbedTable {
  name: string
  enabled: boolean
  forced: boolean
  owner: string
  /** Whether it has rows of companies. */
  tenant: boolean
  policies: number | string
  /** Columns by which another company may read a row on purpose, such as an exam's provider. */
  shared: string[]
}

const TABLES = `
  select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced, pg_get_userbyid(c.relowner) as owner,
         exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as tenant,
         (select count(*) from pg_policy p where p.polrelid = c.oid) as policies,
         array(select distinct m[1] from pg_policy p, regexp_matches(pg_get_expr(p.polqual, p.polrelid), '\\m(\\w+_company_id) = ', 'g') m
                where p.polrelid = c.oid) as shared
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p')
     and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') and c.relname not like 'core\\_migrations%' and c.relname <> 'adonis_schema_versions'
   order by c.relname`

/** Every table of the database. */
export const probedTables = async (ask: Ask): Promise<ProbedTable[]> => (await ask(TABLES)) as unknown as ProbedTable[]

/** Whether a table has a policy that its owner cannot bypass either. Pure. */
export const isWalled = ({ enabled, forced, policies }: ProbedTable): boolean => enabled && forced && Number(policies) > 0

/** Tables that no company's scope may touch: sessions and the audit log. */
export const PLATFORM_ONLY: ReadonlySet<string> = new Set(['core_sessions', 'core_audit_log'])

const DENIED = '42501'

/**
 * Tries to read, change and delete one company's rows of a table from another company's scope.
 * @param ask in the other company's scope; `change` likewise, in a transaction that is rolled back
 * @param besides rows that the other company may read on purpose, which are left out (`notShared`)
 * @returns the acts that succeeded; empty if isolation held
 */
export async function triedOnTable(
  table: string,
  companyId: number,
  { ask, change, besides = 'true' }: { ask: Ask; change: Ask; besides?: string },
): Promise<string[]> {
  const open: string[] = []
  const attempt = async (what: string, fn: () => Promise<Record<string, unknown>[]>) => {
    try {
      if ((await fn()).length) open.push(what)
    } catch (error) {
      // No permission at all is as good.
      if ((error as { code?: string }).code !== DENIED) throw error
    }
  }
  await attempt('read', () => ask(`select 1 from ${table} where company_id = ? and ${besides} limit 1`, [companyId]))
  await attempt('update', () => change(`update ${table} set company_id = company_id where company_id = ? returning 1`, [companyId]))
  await attempt('delete', () => change(`delete from ${table} where company_id = ? returning 1`, [companyId]))
  return open
}

/** Rows that are not shared with a company on purpose, as SQL. Pure. */
export const notShared = (shared: readonly string[], outsiderId: number): string =>
  shared.map((column) => `${column} is distinct from ${outsiderId}`).join(' and ') || 'true'

/** Parameters of a route that refer to a company's row: parameter → table and column. Without parameters for a company itself. Pure. */
export function rowParams({ params }: Pick<RouteDefinition, 'params'>): Map<string, { table: string; column: string }> {
  return new Map(
    Object.entries(params ?? {})
      .filter(([, of]) => of !== 'public' && !of.startsWith('core_companies.'))
      .map(([param, of]) => {
        const [table, column] = of.split('.') as [string, string]
        return [param, { table, column }]
      }),
  )
}

/** A route's address with its parameters filled in. Pure. */
export const filledPath = (path: string, value: (param: string) => unknown): string =>
  path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(String(value(param))))
