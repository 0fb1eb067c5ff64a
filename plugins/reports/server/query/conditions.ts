import { DateTime } from 'luxon'
import { zone } from '#core/kit/days'
import type { ReportColumn } from '#core/contract/reports'
import type { ReportFilter } from '../../contract/definition.js'
import { type Span, spanOf } from './periods.js'

export type Bound = string | number | string[]
/** SQL with its values, in the order of its placeholders. */
export interface Piece {
  sql: string
  values: Bound[]
}

/** `%` and `_` are literal characters here. */
const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** SQL: a day or a moment is in a span. A day is compared as a date: it has no time zone. */
export function inSpan({ kind }: Pick<ReportColumn, 'kind'>, sql: string, { since, until }: Span): Piece {
  const of = (at: DateTime) => {
    const local = kind === 'day' ? at : at.toUTC()
    // In the platform's time zone the year 1 starts in the year 0, which the database does not have, and the year 9999 ends in 10000.
    if (local.year < 1) return '-infinity'
    if (local.year > 9999) return 'infinity'
    return kind === 'day' ? local.toISODate()! : local.toISO()!
  }
  const type = kind === 'day' ? 'date' : 'timestamptz'
  const parts: string[] = [`${sql} is not null`]
  const values: Bound[] = []
  if (since) {
    parts.push(`${sql} >= ?::${type}`)
    values.push(of(since))
  }
  if (until) {
    parts.push(`${sql} < ?::${type}`)
    values.push(of(until))
  }
  return { sql: `(${parts.join(' and ')})`, values }
}

const day = (text: string) => DateTime.fromISO(text, { zone: zone() }).startOf('day')

/**
 * One filter as a condition. The operator was validated against the column's kind and the value against the operator (definition_check.ts);
 * neither becomes SQL here.
 * @param column the column's expression, with its own values
 */
export function conditionOf(filter: ReportFilter, column: Pick<ReportColumn, 'kind'>, { sql, values }: Piece): Piece {
  const { op, value = '', values: chosen = [] } = filter
  const is = (text: string, ...more: Bound[]): Piece => ({ sql: text, values: [...values, ...more] })
  switch (op) {
    case 'contains':
      return is(`search_key(coalesce(${sql}, '')) like search_key(?)`, pattern(value))
    case 'not_contains':
      return is(`search_key(coalesce(${sql}, '')) not like search_key(?)`, pattern(value))
    case 'is':
      return column.kind === 'number' ? is(`(${sql}) = ?::numeric`, value) : is(`search_key(coalesce(${sql}, '')) = search_key(?)`, value)
    case 'any_of':
      return is(`(${sql}) = any(?::text[])`, chosen)
    case 'none_of':
      return is(`((${sql}) is null or (${sql}) <> all(?::text[]))`, ...values, chosen)
    case 'at_least':
      return is(`(${sql}) >= ?::numeric`, value)
    case 'at_most':
      return is(`(${sql}) <= ?::numeric`, value)
    case 'last':
    case 'next':
      return inSpan(column, `(${sql})`, spanOf({ column: filter.column, kind: op, days: Number(value) }))
    case 'from':
      return inSpan(column, `(${sql})`, { since: day(value), until: null })
    case 'until':
      return inSpan(column, `(${sql})`, { since: null, until: day(value).plus({ days: 1 }) })
    case 'yes':
      return is(`(${sql})`)
    case 'no':
      return is(`not (${sql})`)
    case 'empty':
      return is(column.kind === 'text' ? `coalesce(${sql}, '') = ''` : `(${sql}) is null`)
    case 'not_empty':
      return is(column.kind === 'text' ? `coalesce(${sql}, '') <> ''` : `(${sql}) is not null`)
  }
}
