import { today, zone } from '#core/kit/days'
import type { PeopleCondition } from '#core/contract/lists'
import type { ReportColumn, ReportSource } from '#core/contract/reports'
import type { ReportDefinition } from '../../contract/definition.js'
import { type Bound, type Piece, conditionOf, inSpan } from './conditions.js'
import { type Span, spanOf } from './periods.js'

/** The reader of a report: the language of its texts, and the people it may be about. */
export interface ReportScope {
  language: string
  people: PeopleCondition
}

/** Joins pieces in order, so that placeholders and values stay together. */
function join(pieces: readonly Piece[], by: string): Piece {
  return { sql: pieces.map(({ sql }) => sql).join(by), values: pieces.flatMap(({ values }) => values) }
}

/** A column's value in SQL. For a text in several languages the reader's, else English, else Dutch, else any (`textIn`). */
export function expressionOf(column: ReportColumn, language: string): Piece {
  const sql = typeof column.sql === 'string' ? column.sql : column.sql({ today: `'${today()}'` })
  if (!column.translated) return { sql, values: [] }
  const any = `(select value from jsonb_each_text(${sql}) limit 1)`
  return { sql: `coalesce((${sql})->>(?::text), (${sql})->>'en', (${sql})->>'nl', ${any})`, values: [language] }
}

/** A column's value for grouping: a time in the company's time zone, as the first day of its unit. */
function groupOf(column: ReportColumn, unit: string, language: string): Piece {
  const { sql, values } = expressionOf(column, language)
  if (column.kind === 'moment')
    return { sql: `to_char(date_trunc(?, (${sql}) at time zone '${zone()}'), 'YYYY-MM-DD')`, values: [unit, ...values] }
  if (column.kind === 'day') return { sql: `to_char(date_trunc(?, (${sql})::timestamp), 'YYYY-MM-DD')`, values: [unit, ...values] }
  return { sql: `(${sql})`, values }
}

/** A column of a source. @throws Error for an unknown one: definitions are validated before (definition_check.ts) */
export function columnOf(source: ReportSource, key: string): ReportColumn {
  const column = source.columns.find((one) => one.key === key)
  if (!column) throw new Error(`Source "${source.name}" has no column "${key}".`)
  return column
}

/**
 * The from and where clauses: the only place where filters become SQL, for the dashboard, the screen, the file and the mail.
 * @param span instead of the definition's own period; null for none
 */
function rowsOf(source: ReportSource, definition: ReportDefinition, { language, people }: ReportScope, span?: Span | null): Piece {
  const { period, filters, match, company } = definition
  const where: Piece[] = []
  if (source.where) where.push({ sql: `(${source.where})`, values: [] })
  const within = span === undefined ? period && spanOf(period) : span
  if (period && within) {
    const column = columnOf(source, period.column)
    where.push(inSpan(column, `(${expressionOf(column, language).sql})`, within))
  }
  if (company !== null) where.push({ sql: `${source.companyId} = ?`, values: [company] })
  if (source.membershipId) {
    const { sql, values } = people(source.membershipId)
    if (sql !== 'true') where.push({ sql, values: [...values] })
  }
  const asked = filters.map((filter) => {
    const column = columnOf(source, filter.column)
    return conditionOf(filter, column, expressionOf(column, language))
  })
  if (asked.length) {
    const joined = join(asked, match === 'any' ? ' or ' : ' and ')
    where.push({ sql: `(${joined.sql})`, values: joined.values })
  }
  const all = where.length ? join(where, ' and ') : { sql: 'true', values: [] }
  return { sql: `from ${source.from} where ${all.sql}`, values: all.values }
}

/** Counts the rows. */
export function countStatement(source: ReportSource, definition: ReportDefinition, scope: ReportScope, span?: Span | null): Piece {
  const rows = rowsOf(source, definition, scope, span)
  return { sql: `select count(*)::int as n ${rows.sql}`, values: rows.values }
}

/** The rows: `id`, `membership_id`, and the chosen columns as `c0`, `c1` and so on. Without an order. */
export function rowsStatement(source: ReportSource, definition: ReportDefinition, scope: ReportScope): Piece {
  const rows = rowsOf(source, definition, scope)
  const columns = definition.columns.map((key, index) => {
    const column = columnOf(source, key)
    const { sql, values } = expressionOf(column, scope.language)
    // A day as text, because a driver would turn it into a moment.
    return { sql: `${column.kind === 'day' ? `(${sql})::text` : `(${sql})`} as c${index}`, values }
  })
  const id: Piece = { sql: `${source.id} as id, ${source.membershipId ?? 'null::bigint'} as membership_id`, values: [] }
  const select = join([id, ...columns], ', ')
  return { sql: `select ${select.sql} ${rows.sql}`, values: [...select.values, ...rows.values] }
}

/** The column to sort by: the alias of a selected column, or the id. */
export function orderOf(definition: ReportDefinition): { column: string; descending: boolean } {
  const sort = definition.sort
  const index = sort ? definition.columns.indexOf(sort.replace(/^-/, '')) : -1
  return index < 0 ? { column: 'id', descending: false } : { column: `c${index}`, descending: sort!.startsWith('-') }
}

/** Counts the rows of each group: `value`, `n`. Sorted by time, or else by size. */
export function groupsStatement(
  source: ReportSource,
  definition: ReportDefinition & { group: NonNullable<ReportDefinition['group']> },
  scope: ReportScope,
  { limit, span }: { limit: number; span?: Span | null },
): Piece {
  const column = columnOf(source, definition.group.column)
  const group = groupOf(column, definition.group.unit ?? 'month', scope.language)
  const rows = rowsOf(source, definition, scope, span)
  const isTime = column.kind === 'day' || column.kind === 'moment'
  // The definition's own sort first; ties are sorted by value, so that the order is stable.
  const by = definition.sort ?? (isTime ? 'group' : '-count')
  const way = by.startsWith('-') ? 'desc' : 'asc'
  const order = by.endsWith('count') ? `n ${way}, value nulls last` : `value ${way} nulls last`
  const values: Bound[] = [...group.values, ...rows.values]
  return { sql: `select ${group.sql} as value, count(*)::int as n ${rows.sql} group by 1 order by ${order} limit ${limit}`, values }
}
