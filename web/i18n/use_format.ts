import { useMemo } from 'react'
import { useIntl } from 'react-intl'

/** A moment, or a day without a time (`yyyy-mm-dd`), which is that day wherever it is read. */
type DateInput = Date | string | number

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** JavaScript reads `2026-01-31` as midnight in London, which is the 30th in America. */
function momentOf(value: DateInput): Date {
  const day = typeof value === 'string' ? DAY.exec(value) : null
  return day ? new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]), 12) : new Date(value)
}

/** Calendar days from today until a moment; yesterday is -1. Counted at midnight so that 23:59 is still today. */
export function daysFromNow(value: DateInput, now: Date = new Date()): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(momentOf(value)) - midnight(now)) / 86_400_000)
}

/** Dates, numbers and amounts in the language of the page. The only place that says how we write them. */
export function useFormat() {
  const intl = useIntl()
  return useMemo(
    () => ({
      /** 3 mrt 2026 */
      date: (value: DateInput) => intl.formatDate(momentOf(value), { day: 'numeric', month: 'short', year: 'numeric' }),
      /** A day without a time, `yyyy-mm-dd`: 3 mrt 2026; nothing for none. */
      day: (value: string | null | undefined) =>
        value ? intl.formatDate(momentOf(value), { day: 'numeric', month: 'short', year: 'numeric' }) : '',
      /** Of `yyyy-mm`: maart 2026 */
      month: (value: string) => intl.formatDate(momentOf(`${value}-01`), { month: 'long', year: 'numeric' }),
      /** dinsdag 3 maart 2026 */
      longDate: (value: DateInput) => intl.formatDate(momentOf(value), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
      /** dinsdag 3 maart; of another year than this with it */
      weekday: (value: DateInput) =>
        intl.formatDate(momentOf(value), {
          ...{ weekday: 'long', day: 'numeric', month: 'long' },
          ...(momentOf(value).getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
        }),
      /** 3 mrt 2026 14:05 */
      dateTime: (value: DateInput) =>
        intl.formatDate(value, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
      /** The same on the platform's clock, wherever it is read: for what the platform does at an hour. */
      platformTime: (value: DateInput) =>
        intl.formatDate(value, {
          ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
          timeZone: 'Europe/Amsterdam',
        }),
      time: (value: DateInput) => intl.formatTime(value, { hour: '2-digit', minute: '2-digit' }),
      /** vandaag, morgen, over 5 dagen, 3 weken geleden */
      relativeDays: (value: DateInput) => {
        const days = daysFromNow(value)
        if (Math.abs(days) < 14) return intl.formatRelativeTime(days, 'day', { numeric: 'auto' })
        if (Math.abs(days) < 60) return intl.formatRelativeTime(Math.round(days / 7), 'week')
        return intl.formatRelativeTime(Math.round(days / 30.4), 'month')
      },
      /** 0–100 → 75% */
      percent: (value: number, digits = 0) => intl.formatNumber(value / 100, { style: 'percent', maximumFractionDigits: digits }),
      number: (value: number) => intl.formatNumber(value),
      /** Cents, because amounts are whole numbers everywhere. */
      money: (cents: number, currency = 'EUR') => intl.formatNumber(cents / 100, { style: 'currency', currency }),
      /** 45 min, 2 uur 30 min */
      minutes: (total: number) => {
        const hours = Math.floor(total / 60)
        const rest = total % 60
        const part = (value: number, unit: 'hour' | 'minute') => intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' })
        if (!hours) return part(rest, 'minute')
        return rest ? `${part(hours, 'hour')} ${part(rest, 'minute')}` : part(hours, 'hour')
      },
      list: (values: readonly string[]) => intl.formatList(values, { type: 'conjunction' }) as string,
    }),
    [intl],
  )
}
