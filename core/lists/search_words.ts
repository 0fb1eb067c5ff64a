/** Each word is a condition of its own for the database. */
const MOST_WORDS = 8

/** The words of a search, all of which a row must have. Everything after the seventh counts as one word. Pure. */
export function searchWords(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean)
  const rest = words.splice(MOST_WORDS - 1)
  return rest.length ? [...words, rest.join(' ')] : words
}
