import { useMemo } from 'react'
import { type FormatDateOptions, useIntl } from 'react-intl'

/** A moment, or a day without a time (`yyyy-mm-dd`), which is the same day everywhere. */
type DateInput = Date | string | number

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** A moment in the company's time zone. A day, which JavaScript reads as midnight UTC, stays that day everywhere. */
function on(value: DateInput, zone: string | undefined): { at: Date; timeZone: string | undefined } {
  const isDay = typeof value === 'string' && DAY.test(value)
  return isDay ? { at: new Date(`${value}T12:00:00Z`), timeZone: 'UTC' } : { at: new Date(value), timeZone: zone }
}

const calendars = new Map<string | undefined, Intl.DateTimeFormat>()

/** The day of a moment in a zone (default the reader's), `yyyy-mm-dd`. */
function dayIn(value: DateInput, zone: string | undefined): string {
  if (typeof value === 'string' && DAY.test(value)) return value
  // Cached, because a list needs it for each row. Swedish dates have the ISO format.
  const known = calendars.get(zone)
  const calendar = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  if (!known) calendars.set(zone, calendar)
  return calendar.format(new Date(value))
}

/** Calendar days from today until a moment, in a time zone; yesterday is -1. 23:59 is still today. */
export function daysFromNow(value: DateInput, now: Date = new Date(), zone?: string): number {
  const midnight = (of: DateInput) => Date.parse(`${dayIn(of, zone)}T00:00:00Z`)
  return Math.round((midnight(value) - midnight(now)) / 86_400_000)
}

/** Dates, numbers and amounts in the page's language. The only place that formats them. */
export function useFormat() {
  const intl = useIntl()
  return useMemo(() => {
    const zone = intl.timeZone
    const day = (value: DateInput, options: FormatDateOptions) => {
      const { at, timeZone } = on(value, zone)
      return intl.formatDate(at, { ...options, timeZone })
    }
    const year = (value: DateInput) => dayIn(value, zone).slice(0, 4)
    return {
      /** 3 mrt 2026 */
      date: (value: DateInput) => day(value, { day: 'numeric', month: 'short', year: 'numeric' }),
      /** A day without a time, `yyyy-mm-dd`: 3 mrt 2026; empty for none. */
      day: (value: string | null | undefined) => (value ? day(value, { day: 'numeric', month: 'short', year: 'numeric' }) : ''),
      /** Formats a day with the month written out, for sentences: 3 maart 2026 */
      dayInWords: (value: string) => day(value, { day: 'numeric', month: 'long', year: 'numeric' }),
      /** Formats `yyyy-mm`: maart 2026 */
      month: (value: string) => day(`${value}-01`, { month: 'long', year: 'numeric' }),
      /** Formats 1 to 12: maart */
      monthName: (value: number) => day(`2028-${String(value).padStart(2, '0')}-01`, { month: 'long' }),
      /** Formats `mm-dd`, a day of each year: 3 maart */
      yearDay: (value: string) => day(`2028-${value}`, { day: 'numeric', month: 'long' }),
      /** dinsdag 3 maart 2026 */
      longDate: (value: DateInput) => day(value, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
      /** dinsdag 3 maart; with the year when it is not this year */
      weekday: (value: DateInput) =>
        day(value, {
          ...{ weekday: 'long', day: 'numeric', month: 'long' },
          ...(year(value) !== year(new Date()) && { year: 'numeric' }),
        }),
      /** 3 mrt 2026 14:05 */
      dateTime: (value: DateInput) => day(value, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
      /** The same in the platform's time zone, for what the platform does at a given hour. */
      platformTime: (value: DateInput) =>
        intl.formatDate(value, {
          ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
          timeZone: 'Europe/Amsterdam',
        }),
      time: (value: DateInput) => intl.formatTime(value, { hour: '2-digit', minute: '2-digit', timeZone: zone }),
      /** vandaag, morgen, over 5 dagen, 3 weken geleden */
      relativeDays: (value: DateInput) => {
        const days = daysFromNow(value, new Date(), zone)
        if (Math.abs(days) < 14) return intl.formatRelativeTime(days, 'day', { numeric: 'auto' })
        if (Math.abs(days) < 60) return intl.formatRelativeTime(Math.round(days / 7), 'week')
        return intl.formatRelativeTime(Math.round(days / 30.4), 'month')
      },
      /** 0–100 → 75% */
      percent: (value: number, digits = 0) => intl.formatNumber(value / 100, { style: 'percent', maximumFractionDigits: digits }),
      number: (value: number) => intl.formatNumber(value),
      /** Cents, because amounts are whole numbers everywhere. */
      money: (cents: number, currency = 'EUR') => {
        const size = intl.formatNumber(Math.abs(cents) / 100, { style: 'currency', currency })
        // The minus before the currency, like the server's `moneyText`.
        return cents < 0 ? `\u2212${size}` : size
      },
      /** 45 min, 2 uur 30 min */
      minutes: (total: number) => {
        const hours = Math.floor(total / 60)
        const rest = total % 60
        const part = (value: number, unit: 'hour' | 'minute') => intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' })
        if (!hours) return part(rest, 'minute')
        return rest ? `${part(hours, 'hour')} ${part(rest, 'minute')}` : part(hours, 'hour')
      },
      list: (values: readonly string[]) => intl.formatList(values, { type: 'conjunction' }) as string,
    }
  }, [intl])
}
