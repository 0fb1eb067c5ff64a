// PostgreSQL has no year 0.
const FORMAT = /^(?!0000)\d{4}-\d\d-\d\d$/

/** Whether a text is an existing day, `yyyy-mm-dd`. Pure; the same on the server and in the browser. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !FORMAT.test(value)) return false
  const moment = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value)
}
