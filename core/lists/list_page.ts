import type { HttpContext } from '@adonisjs/core/http'
import { conflict } from '../contract/errors.js'
import type { CellValue, ExtraColumn, ExtraFilter, ListedRow, MemberOrder } from '../contract/lists.js'
import vine from '../http/validation.js'
import type { Session } from '../tenancy/session.js'
import { companyField, companyNarrow } from './company_filter.js'
import { dayRange, daysCondition } from './day_filter.js'
import { type ListDefinition, type ListRequest, type Narrow, inReach, listFields, severalOf } from './define_list.js'
import { extrasOf } from './list_extensions.js'
import { type Page, listQueryFields } from './list_query.js'
import { conditionOf, peopleFields, peopleNarrow } from './people_filters.js'

type Extra = Record<string, string | number | boolean | null>

/** Other plugins' columns that the list can be sorted by. */
const ordersOf = <Row>(list: ListDefinition<Row>, session: Session): Map<string, MemberOrder> =>
  new Map(
    list.source.takesOrders
      ? extrasOf(list.name, session).columns.flatMap(({ key, sortable }): [string, MemberOrder][] => (sortable ? [[key, sortable]] : []))
      : [],
  )

const sortsOf = <Row>(list: ListDefinition<Row>, session: Session) =>
  [...list.columns.filter(({ sortable }) => sortable).map(({ key }) => key), ...ordersOf(list, session).keys()] as [string, ...string[]]

/** The column that a `sort` names. */
const sortedBy = (sort: string) => sort.replace(/^-/, '')

/** The fields of a list's query, with the filters and sorts of other plugins. Made for each request, because they differ by company. */
function fieldsOf<Row>(list: ListDefinition<Row>, session: Session) {
  const others = extrasOf(list.name, session).filters.map((filter) => [
    filter.key,
    filter.kind === 'days' ? dayRange().optional() : severalOf(Object.keys(filter.choices)),
  ])
  return {
    ...listFields(list),
    sort: listQueryFields(sortsOf(list, session)).sort,
    ...companyField(list, session),
    ...(Object.fromEntries(others) as Record<never, never>),
    ...(list.source.ofPeople && peopleFields(session)),
  }
}

/** The parts of a query that the list knows for this person. Other parts are ignored. */
export function knownParts<Row>(list: ListDefinition<Row>, session: Session, query: Readonly<Record<string, string>>): string[] {
  const fields = fieldsOf(list, session)
  const sorts = sortsOf(list, session)
  return Object.keys(query).filter((part) => Object.hasOwn(fields, part) && (part !== 'sort' || sorts.includes(sortedBy(query.sort!))))
}

/**
 * For work that starts later than it was requested: if a filter's plugin was turned off meanwhile, the filter would be ignored and
 * everybody selected.
 * @param parts as `knownParts` returned them when the work was requested
 * @throws AppError 409 selection_changed
 */
export function assertSameParts<Row>(
  list: ListDefinition<Row>,
  session: Session,
  { query, parts = [] }: { query: Readonly<Record<string, string>>; parts?: readonly string[] | undefined },
): void {
  const known = new Set(knownParts(list, session, query))
  if (parts.some((part) => !known.has(part))) throw conflict('selection_changed')
}

/** The list's own filters over days. */
const ownDays = <Row>({ filters }: Pick<ListDefinition<Row>, 'filters'>, taken: ListRequest): Narrow[] =>
  Object.entries(filters).flatMap(([key, { column, of = 'moment' }]): Narrow[] => {
    const value = taken[key]
    if (!column || typeof value !== 'string') return []
    const { sql, values } = daysCondition(value, column, of)
    return [(builder) => builder.whereRaw(sql, values)]
  })

/** Another plugin's filter: one matching value is enough. */
function addedBy(filter: ExtraFilter, value: unknown): Narrow[] {
  if (filter.kind === 'days') return typeof value === 'string' ? [(builder, columns) => filter.where(builder, value, columns)] : []
  if (!Array.isArray(value)) return []
  return [
    (builder, columns) => {
      if (value.length > 1 && filter.whereAny?.(builder, value as string[], columns)) return
      const parts = value.map((one: string) => conditionOf([(part) => filter.where(part, one, columns)], columns))
      builder.whereRaw(
        `(${parts.map(({ sql }) => sql).join(' or ')})`,
        parts.flatMap(({ values }) => values),
      )
    },
  ]
}

/**
 * Validates a list's query by its definition.
 * @throws validation error (422) for a value that its column or filter does not know
 */
export async function requestOf<Row>(list: ListDefinition<Row>, session: Session, query: unknown): Promise<ListRequest> {
  const taken = (await vine.create(fieldsOf(list, session)).validate(query)) as ListRequest
  const narrow = [...ownDays(list, taken), ...extrasOf(list.name, session).filters.flatMap((filter) => addedBy(filter, taken[filter.key]))]
  narrow.push(...companyNarrow(list, session, taken))
  if (list.source.ofPeople) narrow.push(...peopleNarrow(session, taken))
  const order = taken.sort && ordersOf(list, session).get(sortedBy(taken.sort))
  return { ...taken, ...(narrow.length && { narrow }), ...(order && { order }) }
}

/** Values of other plugins' columns for some rows: one query per column. */
export async function loadExtras(
  columns: readonly ExtraColumn[],
  rows: readonly ListedRow[],
): Promise<Map<number, Record<string, CellValue>>> {
  const values = await Promise.all(columns.map(async ({ key, load }) => [key, await load(rows)] as const))
  return new Map(rows.map(({ id }) => [id, Object.fromEntries(values.map(([key, of]) => [key, of.get(id) ?? null]))]))
}

const plain = (value: CellValue) => (value instanceof Date ? value.toISOString() : value)

/**
 * One page of a list for the browser: its query by the definition, its rows by the transformer, and in `extra` other plugins' columns, if
 * requested (`columns=`).
 */
export async function listPage<Row, T extends object>(
  list: ListDefinition<Row>,
  { request, session }: Pick<HttpContext, 'request' | 'session'>,
  toItem: (row: Row) => T,
): Promise<Page<T & { extra?: Extra }>> {
  const query = await requestOf(list, session!, request.qs())
  const wanted = new Set(typeof query.columns === 'string' ? query.columns.split(',') : [])
  const columns = extrasOf(list.name, session!).columns.filter(({ key }) => wanted.has(key))
  return inReach(list, session!, 'list', async () => {
    const { data, meta } = await list.source.page(query)
    if (!columns.length) return { data: data.map(toItem), meta }
    const rows = data.map((row) => ({ id: list.idOf(row), companyId: list.companyOf(row) }))
    const extras = await loadExtras(columns, rows)
    const extra = (row: Row): Extra =>
      Object.fromEntries(Object.entries(extras.get(list.idOf(row)) ?? {}).map(([key, value]) => [key, plain(value)]))
    return { data: data.map((row) => ({ ...toItem(row), extra: extra(row) })), meta }
  })
}
