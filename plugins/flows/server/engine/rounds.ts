import { DateTime } from 'luxon'
import type { Day } from '#core/kit/days'
import type { Definition } from '../../contract/definition.js'

/** The round that follows a finished one. */
export interface NextRound {
  startsOn: Day
  /** The day by which it has to be finished. */
  endsOn: Day
}

/**
 * Returns when a person who finished a round starts the next one. It starts when its window opens, which is always after the day on which
 * the previous round was finished. Pure.
 * @param endsOn the end of the finished round; null: it had none, like a first round
 * @returns null for a flow that does not repeat
 */
export function nextRound(
  { repeat_months: months, repeat_from: from = 'finished', repeat_on: on, repeat_opens: opens }: Repeating,
  finishedOn: Day,
  endsOn: Day | null,
): NextRound | null {
  if (months === null) return null
  const endOf = {
    finished: (times: number) => addMonths(finishedOn, times * months),
    previous_end: (times: number) => addMonths(endsOn ?? finishedOn, times * months),
    date: (times: number) => dayInYear(Number(finishedOn.slice(0, 4)) + times - 1, on!),
  }[from]
  for (let times = 1; ; times++) {
    const end = endOf(times)
    const start = addMonths(end, -(opens ?? 0))
    if (start > finishedOn) return { startsOn: start, endsOn: end }
  }
}

type Repeating = Pick<Definition, 'repeat_months' | 'repeat_from' | 'repeat_on' | 'repeat_opens'>

/** Adds months. The 31st becomes the last day of a shorter month. */
const addMonths = (day: Day, months: number): Day => DateTime.fromISO(day, { zone: 'utc' }).plus({ months }).toISODate()!

/** `mm-dd` in a year. 29 February becomes the 28th in a year without it. */
function dayInYear(year: number, on: string): Day {
  const [month, day] = on.split('-').map(Number) as [number, number]
  const first = DateTime.utc(year, month, 1)
  return first.set({ day: Math.min(day, first.daysInMonth!) }).toISODate()!
}
