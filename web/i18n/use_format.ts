import { useMemo } from 'react'
import { useIntl } from 'react-intl'

type DateInput = Date | string | number

/** Calendar days from today until a moment; yesterday is -1. Counted at midnight so that 23:59 is still today. */
export function daysFromNow(value: DateInput, now: Date = new Date()): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(new Date(value)) - midnight(now)) / 86_400_000)
}

/** Dates, numbers and amounts in the language of the page. The only place that says how we write them. */
export function useFormat() {
  const intl = useIntl()
  return useMemo(
    () => ({
      /** 3 mrt 2026 */
      date: (value: DateInput) => intl.formatDate(value, { day: 'numeric', month: 'short', year: 'numeric' }),
      /** dinsdag 3 maart 2026 */
      longDate: (value: DateInput) => intl.formatDate(value, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
      /** 3 mrt 2026 14:05 */
      dateTime: (value: DateInput) =>
        intl.formatDate(value, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
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
