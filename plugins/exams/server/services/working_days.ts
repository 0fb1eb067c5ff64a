import { addDays, type Day } from '#core/kit/days'

const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())

/** The day a number of working days (Monday to Friday) before another. Public holidays count as working days. Pure. */
export function workingDaysBefore(day: Day, count: number): Day {
  let at = day
  for (let left = count; left > 0;) {
    at = addDays(at, -1)
    if (!isWeekend(at)) left -= 1
  }
  return at
}
