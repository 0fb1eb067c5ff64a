import type { StylisPlugin } from '@emotion/cache'

/** What a browser of section 5 still knows by its old name alone (Safari 17). */
const OLD_NAMES = new Set(['user-select', 'backdrop-filter', 'text-size-adjust'])

/** Rules of MUI for browsers that are gone; the first of them is written by the name that all know. */
const OLD_PARTS = /::-(webkit-input|ms-input)-placeholder|::-moz-focus-inner/
const OLD_PLACEHOLDER = /::-moz-placeholder/g

/**
 * Emotion's own prefixer looks through each declaration for browsers of a decade ago, while the first page is being drawn: a third of
 * the time that its styles take. And a rule that a browser does not know is an exception to it, of which a page with fields had twenty.
 */
export const prefixer: StylisPlugin = (element) => {
  if (element.type === 'decl' && typeof element.props === 'string' && OLD_NAMES.has(element.props)) {
    element.return = `-webkit-${element.value}${element.value}`
  }
  if (element.type === 'rule' && Array.isArray(element.props)) {
    element.props = element.props
      .filter((selector) => !OLD_PARTS.test(selector))
      .map((selector) => selector.replace(OLD_PLACEHOLDER, '::placeholder'))
    if (element.props.length === 0) element.children = []
  }
}
