import type { StylisPlugin } from '@emotion/cache'

/** Properties that a supported browser (section 5) only knows with a prefix (Safari 17). */
const OLD_NAMES = new Set(['user-select', 'backdrop-filter', 'text-size-adjust'])

/** MUI's rules for browsers that are gone, which all know by the standard name. */
const OLD_PARTS = /::-(webkit-input|ms-input)-placeholder|::-moz-focus-inner/
const OLD_PLACEHOLDER = /::-moz-placeholder/g

/**
 * Replaces Emotion's prefixer, which checks each declaration for browsers of a decade ago during the first render: a third of the time for
 * styles. And browsers throw for unknown rules, twenty times on a page with fields.
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
