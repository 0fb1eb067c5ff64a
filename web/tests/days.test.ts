import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { afterEach, describe, expect, it } from 'vitest'
import { daysFromNow, useFormat } from '../i18n/use_format.js'
import { dayFormat } from '../ui/form/day_format.js'

// @own-process: sets the time zone of the process

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

function Shown({ value }: { value: string }) {
  const format = useFormat()
  return `${format.day(value)}|${format.date(value)}|${format.longDate(value)}`
}
function Moment({ value }: { value: string }) {
  const format = useFormat()
  return `${format.date(value)}|${format.dateTime(value)}`
}
const shown = (value: string, locale = 'nl') =>
  renderToStaticMarkup(createElement(IntlProvider, { locale, children: createElement(Shown, { value }) }))

describe('a day without a time', () => {
  it.each(['America/Los_Angeles', 'Europe/Amsterdam', 'Pacific/Kiritimati', 'UTC'])('is the same day in %s', (name) => {
    process.env.TZ = name
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name)
    expect(shown('2026-01-31')).toBe('31 jan 2026|31 jan 2026|zaterdag 31 januari 2026')
    expect(daysFromNow('2026-01-31', new Date(2026, 0, 30, 23, 59))).toBe(1)
    // A moment is shown in the company's time zone, wherever it is read; also in the nights when the clocks change.
    const moment = (value: string, timeZone: string) =>
      renderToStaticMarkup(createElement(IntlProvider, { locale: 'nl', timeZone, children: createElement(Moment, { value }) }))
    expect(moment('2026-01-31T03:59:59Z', 'America/Curacao')).toBe('30 jan 2026|30 jan 2026, 23:59')
    expect(moment('2026-01-31T04:00:00Z', 'America/Curacao')).toBe('31 jan 2026|31 jan 2026, 00:00')
    expect(moment('2026-03-28T23:00:00Z', 'Europe/Amsterdam')).toBe('29 mrt 2026|29 mrt 2026, 00:00')
    expect(moment('2026-03-29T22:00:00Z', 'Europe/Amsterdam')).toBe('30 mrt 2026|30 mrt 2026, 00:00')
    expect(daysFromNow('2026-01-31T04:00:00Z', new Date('2026-01-31T03:59:00Z'), 'America/Curacao')).toBe(1)
    expect(daysFromNow('2026-01-31T04:00:00Z', new Date('2026-01-31T03:59:00Z'), 'Europe/Amsterdam')).toBe(0)
  })

  it('is typed in the order of the language, never month first', () => {
    expect(dayFormat('nl')).toBe('dd-MM-yyyy')
    expect(dayFormat('en-GB')).toBe('dd/MM/yyyy')
    expect(dayFormat('de')).toBe('dd.MM.yyyy')
    expect(dayFormat('bg')).toBe('dd.MM.yyyy')
    for (const locale of ['fr', 'es', 'tr', 'pt-PT']) expect(dayFormat(locale)).toMatch(/^dd.MM.yyyy$/)
  })
})
