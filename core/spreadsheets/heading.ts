/** A heading normalised for comparison: only lower-case letters. Pure. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** A heading without text in brackets: `Geboortedatum (dd-mm-jjjj)`, `E-mail [verplicht]`. Pure. */
export const shortHeading = (text: string): string => plainHeading(text.replace(/[([].*?[)\]]/g, ''))

/** Maximum number of rows that are searched for the heading. A title or a department may be above it. */
const MOST_ABOVE = 20
/** The position of the heading of a table without one. */
export const NO_HEADING = -1

/**
 * Finds the heading of a table: the first row with two known column names. Otherwise the first row, as a person may still choose the
 * columns, unless it has an e-mail address: then there is no heading.
 * Pure.
 * @param rows without empty ones
 * @param known normalised headings
 * @returns the row's position or NO_HEADING, and whether it has known names
 */
export function findHeading(rows: readonly (readonly string[])[], known: ReadonlySet<string>): { place: number; isKnown: boolean } {
  const namesOf = (cell: string) => [plainHeading(cell), shortHeading(cell)].filter((name) => known.has(name)).slice(0, 1)
  const found = rows.slice(0, MOST_ABOVE).findIndex((cells) => new Set(cells.flatMap(namesOf)).size > 1)
  if (found >= 0) return { place: found, isKnown: true }
  return { place: rows[0]?.some((cell) => /^\S+@\S+\.\S+$/.test(cell)) ? NO_HEADING : 0, isKnown: false }
}
