import { readFileSync } from 'node:fs'
import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import type { Translate } from '#web/i18n'
import { countsIn } from '../shell/tasks/counts_in.js'

const translator = (locale: string): Translate => {
  const messages = JSON.parse(readFileSync(new URL(`../../core/locales/${locale}.json`, import.meta.url), 'utf8')) as Record<string, string>
  const intl = createIntl({ locale, messages })
  return (id, values) => intl.formatMessage({ id }, values) as string
}

/** The message at the end of a task, and its line in the tray. */
function toldIn(locale: string, done: number, failed: number, unchanged: number): string[] {
  const t = translator(locale)
  const values = { ...countsIn(t, { done, failed, unchanged }), task: 'X' }
  return [t(failed ? 'core.tasks.ready_failed' : 'core.tasks.ready_count', values), t('core.tasks.state.done', { ...values, done })]
}

describe('the counts of a task that is done', () => {
  it('say nothing about rows that were already so when there are none', () => {
    expect(toldIn('nl', 1200, 0, 0)).toEqual(['X: klaar, 1.200 verwerkt.', 'Klaar: 1.200 verwerkt'])
    expect(toldIn('en', 3, 0, 0)).toEqual(['X: done, 3 processed.', 'Done: 3 processed'])
    expect(toldIn('nl', 3, 1, 0)).toEqual(['X: klaar, 2 gelukt en 1 niet.', 'Klaar: 1 van 3 niet gelukt'])
    expect(toldIn('en', 3, 3, 0)).toEqual(['X: done, none succeeded and 3 did not.', 'Done: 3 of 3 failed'])
  })

  it('say how many were changed and how many were already so', () => {
    expect(toldIn('nl', 3, 0, 3)).toEqual(['X: klaar, niets gewijzigd, 3 waren al zo.', 'Klaar: niets gewijzigd, 3 waren al zo'])
    expect(toldIn('en', 3, 0, 3)).toEqual(['X: done, nothing changed, 3 already set.', 'Done: nothing changed, 3 already set'])
    expect(toldIn('nl', 3, 0, 1)).toEqual(['X: klaar, 2 gewijzigd, 1 was al zo.', 'Klaar: 2 gewijzigd, 1 was al zo'])
    expect(toldIn('en', 3, 0, 1)).toEqual(['X: done, 2 changed, 1 already set.', 'Done: 2 changed, 1 already set'])
    expect(toldIn('nl', 4, 1, 1)[0]).toBe('X: klaar, 2 gewijzigd, 1 was al zo, 1 niet gelukt.')
    expect(toldIn('en', 4, 1, 1)[0]).toBe('X: done, 2 changed, 1 already set, 1 failed.')
  })
})
