import { readDayRange } from '../contract/day_range.js'
import vine from '../http/validation.js'
import { today, zone } from '../i18n/days.js'

const rule = vine.createRule((value, _options, field) => {
  if (typeof value !== 'string' || readDayRange(value, today()) === null) field.report('No range of days', 'day_range', field)
})

/** The field of a query string for a filter over days (core/contract/day_range.ts). */
export const dayRange = () => vine.string().maxLength(30).use(rule())

/**
 * The condition of a filter over days, on the running company's clocks.
 * @param text what the filter says; its field of the query string has checked it
 * @param column a `date` or a `timestamptz` in SQL, never input
 */
export function daysCondition(text: string, column: string, kind: 'day' | 'moment'): { sql: string; values: string[] } {
  const range = readDayRange(text, today())
  if (range === null) throw new Error(`No range of days: "${text}".`)
  if (range === 'none') return { sql: `${column} is null`, values: [] }
  const { from, to } = range
  // The column stands alone, so that an index of it helps.
  const [begin, end] =
    kind === 'day'
      ? [`${column} >= ?::date`, `${column} <= ?::date`]
      : [`${column} >= ?::date::timestamp at time zone '${zone()}'`, `${column} < (?::date + 1)::timestamp at time zone '${zone()}'`]
  const sql = [...(from ? [begin] : []), ...(to ? [end] : [])].join(' and ')
  return { sql, values: [...(from ? [from] : []), ...(to ? [to] : [])] }
}
