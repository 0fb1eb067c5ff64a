/** How deep a body may be nested. Ours go three deep; what reads them (PostgreSQL, a validator, a log) recurses. */
export const MAX_BODY_DEPTH = 16

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether JSON text nests lists and maps deeper than `max`, without parsing it:
 * the parser itself recurses, and some thousand levels end in a stack overflow.
 * Goes through the text once; text that is no JSON gets some answer. Pure.
 */
export function isTooDeep(json: string, max = MAX_BODY_DEPTH): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (inString) {
      if (code === BACKSLASH) i++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === OPEN_LIST || code === OPEN_MAP) {
      if (++depth > max) return true
    } else if (code === CLOSE_LIST || code === CLOSE_MAP) depth--
  }
  return false
}
