/** The platform's time zone, for its jobs, invoices and exams. */
export const PLATFORM_ZONE = 'Europe/Amsterdam'

/** The zones that a company may choose, each with a name in core's texts. */
export const TIME_ZONES = [
  'Europe/Amsterdam',
  'Europe/London',
  'Europe/Lisbon',
  'Europe/Athens',
  'Europe/Istanbul',
  'Atlantic/Azores',
  'Atlantic/Canary',
  'America/Curacao',
  'America/Paramaribo',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'Africa/Casablanca',
  'Africa/Johannesburg',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Jakarta',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
  'UTC',
] as const
