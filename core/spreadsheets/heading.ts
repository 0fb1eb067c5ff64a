/** A heading normalised for comparison: only lower-case letters. Pure. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** Maximum number of rows that are searched for the heading. A title or a department may be above it. */
const MOST_ABOVE = 20

/**
 * Finds the heading of a table: the first row with two known column names, else the first row, as a person may still choose the columns.
 * Pure.
 * @param rows without empty ones
 * @param known normalised headings
 * @returns the row's position, and whether it has known names
 */
export function findHeading(rows: readonly (readonly string[])[], known: ReadonlySet<string>): { place: number; isKnown: boolean } {
  const found = rows.slice(0, MOST_ABOVE).findIndex((cells) => new Set(cells.map(plainHeading).filter((name) => known.has(name))).size > 1)
  return found < 0 ? { place: 0, isKnown: false } : { place: found, isKnown: true }
}
