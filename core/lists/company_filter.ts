import { companyChoices } from '../companies/directory.js'
import type { FilterOption } from '../contract/lists.js'
import vine from '../http/validation.js'
import { pluginRegistry } from '../plugins/registry.js'
import { withinReach } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import type { ListDefinition, Narrow } from './define_list.js'

/** The column that says whose a row is, and the filter of the same name. */
const COMPANY = 'company'

type Listed<Row> = Pick<ListDefinition<Row>, 'name' | 'columns' | 'filters' | 'source' | 'reach'>

/**
 * Whoever sees every company's rows can narrow them to one company's, wherever a list says whose a row is. A list may have a
 * filter of its own under that name; then this one is not there.
 */
function columnOf<Row>(list: Listed<Row>, session: Session) {
  if (!session.isAdmin || !list.source.ofCompanies || COMPANY in list.filters) return undefined
  return list.columns.find(({ key }) => key === COMPANY)
}

/** Its field of a query string. */
export const companyField = <Row>(list: Listed<Row>, session: Session): Record<never, never> =>
  columnOf(list, session) ? { [COMPANY]: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional() } : {}

/** What a validated query asks of it, as a condition for the list. */
export function companyNarrow<Row>(list: Listed<Row>, session: Session, taken: Readonly<Record<string, unknown>>): Narrow[] {
  const company = taken[COMPANY]
  if (typeof company !== 'number' || !columnOf(list, session)) return []
  return [(query, { companyId }) => query.whereRaw(`${companyId} = ?`, [company])]
}

/** The filter with the companies where the list's plugin is on, or all where it is the admins' own tool; a look is audited. */
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
