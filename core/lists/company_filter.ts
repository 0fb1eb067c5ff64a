import { companyChoices } from '../companies/directory.js'
import type { FilterOption } from '../contract/lists.js'
import vine from '../http/validation.js'
import { pluginRegistry } from '../plugins/registry.js'
import { withinReach } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import type { ListDefinition, Narrow } from './define_list.js'

/** The column with a row's company, and the filter of the same name. */
const COMPANY = 'company'

type Listed<Row> = Pick<ListDefinition<Row>, 'name' | 'columns' | 'filters' | 'source' | 'reach'>

/**
 * A person who sees the rows of every company can narrow a list to one company. A list may define its own filter under that name instead.
 */
function columnOf<Row>(list: Listed<Row>, session: Session) {
  if (!session.isAdmin || !list.source.ofCompanies || COMPANY in list.filters) return undefined
  return list.columns.find(({ key }) => key === COMPANY)
}

/** The filter's field in the query string. */
export const companyField = <Row>(list: Listed<Row>, session: Session): Record<never, never> =>
  columnOf(list, session) ? { [COMPANY]: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional() } : {}

/** The condition of a validated query. */
export function companyNarrow<Row>(list: Listed<Row>, session: Session, taken: Readonly<Record<string, unknown>>): Narrow[] {
  const company = taken[COMPANY]
  if (typeof company !== 'number' || !columnOf(list, session)) return []
  return [(query, { companyId }) => query.whereRaw(`${companyId} = ?`, [company])]
}

/** The filter's options: the companies where the list's plugin is on, or all for the admins' own tools. Viewing is audited. */
export async function companyFilterView<Row>(
  list: Listed<Row>,
  session: Session,
): Promise<{ key: string; label: string; options: readonly FilterOption[] }[]> {
  const column = columnOf(list, session)
  if (!column) return []
  const plugin = list.reach === 'admins' ? undefined : pluginRegistry().lists.find(({ name }) => name === list.name)?.plugin
  const companies = await withinReach(session, `${list.name}.companies`, () => companyChoices(plugin))
  return [{ key: COMPANY, label: column.label, options: companies.map(({ id, name }) => ({ value: String(id), label: name })) }]
}
