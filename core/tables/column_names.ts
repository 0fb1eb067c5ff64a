/** A heading without case, accents, blanks and marks. Pure. */
export const plainName = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** How many fields a line names, by what their headings may be called. Pure. */
export function fieldsNamed(cells: readonly string[], fields: readonly (readonly string[])[]): number {
  const plain = new Set(cells.map(plainName))
  return fields.filter((names) => names.some((name) => plain.has(name))).length
}
