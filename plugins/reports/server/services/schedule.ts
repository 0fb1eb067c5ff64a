import { DateTime } from 'luxon'
import { zone } from '#core/kit/days'
import type { ReportFormat } from '../validators/definition.js'

/** When a report is made by itself, on the company's clocks. */
export interface Schedule {
  every: 'day' | 'week' | 'month'
  /** Of a week 1 (Monday) to 7, of a month 1 to 28. */
  on?: number
  hour: number
  format: ReportFormat
}

/** The first moment after `after` that a schedule means; an hour that the clocks skip is the one after it. */
export function nextAt({ every, on = 1, hour }: Schedule, after: DateTime): DateTime {
  const local = after.setZone(zone())
  const at = (day: DateTime) => day.startOf('day').set({ hour })
  const start =
    every === 'day'
      ? at(local)
      : every === 'week'
        ? at(local.startOf('week').plus({ days: Math.min(on, 7) - 1 }))
        : at(local.startOf('month').set({ day: on }))
  return start > local ? start : every === 'week' ? at(start.plus({ days: 7 })) : at(start.plus({ [every]: 1 }))
}
