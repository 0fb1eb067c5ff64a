import type { StylisPlugin } from '@emotion/cache'

/** What a browser of section 5 still knows by its old name alone (Safari 17). */
const OLD_NAMES = new Set(['user-select', 'backdrop-filter', 'text-size-adjust'])

/**
 * Emotion's own prefixer looks through each declaration for browsers of a decade ago, while the first page is being drawn: a third of
 * the time that its styles take.
 */
export const prefixer: StylisPlugin = (element) => {
  if (element.type === 'decl' && typeof element.props === 'string' && OLD_NAMES.has(element.props)) {
    element.return = `-webkit-${element.value}${element.value}`
  }
}
