/** A heading as it is compared: small letters alone. Pure. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** How many rows are searched for the heading. Above it may be a title or a department. */
const MOST_ABOVE = 20

/**
 * Where the heading of a table is: the first row in which two cells are called as something that is looked for; else the first row, as
 * a person may still say which column is which. Pure.
 * @param rows without empty ones
 * @param known headings in small letters alone
 * @returns the place, and whether it is called so
 */
export function findHeading(rows: readonly (readonly string[])[], known: ReadonlySet<string>): { place: number; isKnown: boolean } {
  const found = rows.slice(0, MOST_ABOVE).findIndex((cells) => new Set(cells.map(plainHeading).filter((name) => known.has(name))).size > 1)
  return found < 0 ? { place: 0, isKnown: false } : { place: found, isKnown: true }
}
