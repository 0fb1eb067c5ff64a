const ZONE = 'Europe/Amsterdam'
const OPENS = 9
const CLOSES = 17
const WEEKEND = new Set(['Sat', 'Sun'])

/** Whether support is open now: weekdays from 9 to 17 in the Netherlands (specification, section 9). Pure. */
export function isSupportOpen(now: Date = new Date()): boolean {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, weekday: 'short', hour: '2-digit', hourCycle: 'h23' }).formatToParts(now)
  const part = (type: string) => parts.find((one) => one.type === type)!.value
  const hour = Number(part('hour'))
  return !WEEKEND.has(part('weekday')) && hour >= OPENS && hour < CLOSES
}
