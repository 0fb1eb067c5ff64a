import { createSignal } from '../boot/signal.js'
import { isSupportedBrowser } from '#core/contract/browser_support'

/** The current path; emitted for each page of the routed app. */
export const pageShown = createSignal<string>()

const TRAINING_PAGE = /^\/deelnemer\/training(\/|$)/

/** The warning that belongs on a page, or null (specification, section 8). Pure. */
export function browserWarning(path: string, userAgent: string, flagged: boolean): string | null {
  if (isSupportedBrowser(userAgent)) return null
  if (flagged) return 'core.browser.course_issues'
  // Nobody is disturbed during a course; the warning waits for the next page.
  return TRAINING_PAGE.test(path) ? null : 'core.browser.use_another'
}
