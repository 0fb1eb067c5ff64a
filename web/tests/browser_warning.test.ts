import { describe, expect, it } from 'vitest'
import { browserWarning } from '../shell/browser_warning.js'

const OLD = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.0.0 Safari/537.36'
const NEW = OLD.replace('90.0', '140.0')

describe('the browser warning', () => {
  it('names the course on every page for a person who takes one', () => {
    expect(browserWarning('/deelnemer/training/1', OLD, true)).toBe('core.browser.course_issues')
    expect(browserWarning('/deelnemer/trainingen', OLD, true)).toBe('core.browser.course_issues')
  })

  it('is general for everybody else, and is not shown on training pages', () => {
    expect(browserWarning('/deelnemer/trainingen', OLD, false)).toBe('core.browser.use_another')
    expect(browserWarning('/deelnemer/training/1', OLD, false)).toBeNull()
  })

  it('is not shown in a supported browser', () => {
    expect(browserWarning('/deelnemer/trainingen', NEW, true)).toBeNull()
  })
})
