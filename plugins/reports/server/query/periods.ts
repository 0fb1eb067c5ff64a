import { DateTime } from 'luxon'
import { zone } from '#core/kit/days'
import type { ReportPeriod } from '../../contract/definition.js'

/** From one moment until another; null is open. */
export interface Span {
  since: DateTime | null
  until: DateTime | null
}

/**
 * The whole days of a period in the running company's time zone. The last 30 days are today and the 29 before it. All of today is
 * included, so events later today count once they happen. Pure.
 */
export function spanOf(period: ReportPeriod, now: DateTime = DateTime.now()): Span {
  const today = now.setZone(zone()).startOf('day')
  const { kind, days = 30, unit = 'month' } = period
  if (kind === 'last') return { since: today.minus({ days: days - 1 }), until: today.plus({ days: 1 }) }
  if (kind === 'next') return { since: today, until: today.plus({ days }) }
  if (kind === 'between') {
    const day = (value: string | undefined) => (value ? DateTime.fromISO(value, { zone: zone() }).startOf('day') : null)
    return { since: day(period.from), until: day(period.to)?.plus({ days: 1 }) ?? null }
  }
  const start = today.startOf(unit)
  return kind === 'this' ? { since: start, until: start.plus({ [unit]: 1 }) } : { since: start.minus({ [unit]: 1 }), until: start }
}

/** A span of the same length just before it; null when it has no start. Pure. */
export function spanBefore({ since, until }: Span): Span | null {
  if (!since || !until) return null
  const days = Math.round(until.diff(since, 'days').days)
  return { since: since.minus({ days }), until: since }
}
