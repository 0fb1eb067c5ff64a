import { isDay } from './day.js'

/** First and last day, both included; either may be open. `yyyy-mm-dd`. */
export interface DayRange {
  readonly from: string | null
  readonly to: string | null
}

const MAX_DAYS = 3650
const RELATIVE = /^(last|next)([1-9]\d{0,3})$/
const shift = (day: string, days: number) => new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Parses a filter over days in an address: `2026-01-01..2026-01-31` (either end may be omitted), `last30` and `next30` (days from today, so
 * that a saved view moves along), or `none` (without a day). Pure.
 * @returns null for anything else
 */
export function readDayRange(text: string, today: string): DayRange | 'none' | null {
  if (text === 'none') return 'none'
  const [, way, count] = RELATIVE.exec(text) ?? []
  if (way && Number(count) <= MAX_DAYS)
    return way === 'last' ? { from: shift(today, -Number(count)), to: today } : { from: today, to: shift(today, Number(count)) }
  const ends = text.split('..')
  if (ends.length !== 2 || !ends.some(Boolean) || !ends.every((end) => end === '' || isDay(end))) return null
  return { from: ends[0] || null, to: ends[1] || null }
}
