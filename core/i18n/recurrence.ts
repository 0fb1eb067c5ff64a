import type { DateTime } from 'luxon'
import { zone } from './zone.js'

/** A recurring time in the company's time zone; without a company's scope, the platform's. */
export interface Recurrence {
  every: 'day' | 'week' | 'month'
  /** 1 (Monday) to 7 for a week, 1 to 28 for a month. */
  on?: number
  hour: number
}

/** The first moment after `after`. An hour that daylight saving skips becomes the next one. */
export function nextAt({ every, on = 1, hour }: Recurrence, after: DateTime): DateTime {
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
