import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'react-intl'
import { afterEach, describe, expect, it } from 'vitest'
import { daysFromNow, useFormat } from '../i18n/use_format.js'
import { dayFormat } from '../ui/form/day_format.js'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

function Shown({ value }: { value: string }) {
  const format = useFormat()
  return `${format.day(value)}|${format.date(value)}|${format.longDate(value)}`
}
const shown = (value: string, locale = 'nl') =>
  renderToStaticMarkup(createElement(IntlProvider, { locale, children: createElement(Shown, { value }) }))

describe('a day without a time', () => {
  it.each(['America/Los_Angeles', 'Europe/Amsterdam', 'Pacific/Kiritimati', 'UTC'])('is the same day in %s', (name) => {
    process.env.TZ = name
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name)
    expect(shown('2026-01-31')).toBe('31 jan 2026|31 jan 2026|zaterdag 31 januari 2026')
    expect(daysFromNow('2026-01-31', new Date(2026, 0, 30, 23, 59))).toBe(1)
  })

  it('is typed in the order of the language, never month first', () => {
    expect(dayFormat('nl')).toBe('dd-MM-yyyy')
    expect(dayFormat('en-GB')).toBe('dd/MM/yyyy')
    expect(dayFormat('de')).toBe('dd.MM.yyyy')
    expect(dayFormat('bg')).toBe('dd.MM.yyyy')
    for (const locale of ['fr', 'es', 'tr', 'pt-PT']) expect(dayFormat(locale)).toMatch(/^dd.MM.yyyy$/)
  })
})
