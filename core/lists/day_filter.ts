import { readDayRange } from '../contract/day_range.js'
import type { ExtraFilter } from '../contract/lists.js'
import vine from '../http/validation.js'
import { today, zone } from '../i18n/days.js'

const rule = vine.createRule((value, _options, field) => {
  if (typeof value !== 'string' || readDayRange(value, today()) === null) field.report('No range of days', 'day_range', field)
})

/** The query-string field of a filter over days (core/contract/day_range.ts). */
export const dayRange = () => vine.string().maxLength(30).use(rule())

/**
 * The condition of a filter over days, in the running company's time zone.
 * @param text the filter's value, already validated
 * @param column a `date` or `timestamptz` in SQL, never input
 */
export function daysCondition(text: string, column: string, kind: 'day' | 'moment'): { sql: string; values: string[] } {
  const range = readDayRange(text, today())
  if (range === null) throw new Error(`No range of days: "${text}".`)
  if (range === 'none') return { sql: `${column} is null`, values: [] }
  const { from, to } = range
  // The column stands alone so that its index can be used.
  const [begin, end] =
    kind === 'day'
      ? [`${column} >= ?::date`, `${column} <= ?::date`]
      : [`${column} >= ?::date::timestamp at time zone '${zone()}'`, `${column} < (?::date + 1)::timestamp at time zone '${zone()}'`]
  const sql = [...(from ? [begin] : []), ...(to ? [end] : [])].join(' and ')
  return { sql, values: [...(from ? [from] : []), ...(to ? [to] : [])] }
}

interface EndsFilter {
  key: string
  label: string
  /** A table of the plugin with `company_id`, `membership_id` and `valid_until`, in SQL, never input. */
  table: string
  /** A further condition on that table, which is called `ends`. */
  also?: string
}

/** For a list of people: people with a row that expires within the given days. */
export const endsFilter = ({ key, label, table, also }: EndsFilter): ExtraFilter => ({
  key,
  label,
  kind: 'days',
  when: 'coming',
  where: (query, value, { id, companyId }) => {
    const { sql, values } = daysCondition(value, 'ends.valid_until', 'day')
    const conditions = [`ends.company_id = ${companyId}`, `ends.membership_id = ${id}`, ...(also ? [also] : []), sql].join(' and ')
    query.whereRaw(`exists (select 1 from ${table} ends where ${conditions})`, values)
  },
})
