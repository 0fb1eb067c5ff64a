/** The allowed nesting of a body. Ours have three levels; PostgreSQL, validators and logs recurse. */
export const MAX_BODY_DEPTH = 16

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether JSON text is nested deeper than `max`, without parsing it: the parser recurses and overflows the stack at some thousand levels.
 * One pass; text that is no JSON gets any answer. Pure.
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
