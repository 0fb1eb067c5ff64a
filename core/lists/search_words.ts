/** Each is a condition of its own to the database. */
const MOST_WORDS = 8

/** The words of a search, each of which a row must have; what stands past the eighth counts as one. Pure. */
export function searchWords(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const rest = words.splice(MOST_WORDS - 1)
  return rest.length ? [...words, rest.join(' ')] : words
}
