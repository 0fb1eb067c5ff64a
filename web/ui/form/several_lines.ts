/**
 * Props of a multi-line `<OutlinedInput>`: at least this many lines, and the browser itself adapts its height to the text (see the theme).
 * MUI measures the height, which lays out the whole page twice for each field.
 */
export const severalLines = (rows: number) => ({ multiline: true, rows, inputComponent: 'textarea' }) as const
/** Props of its inner input, which has no `type`. */
export const severalLinesInput = (rows: number) => ({ type: undefined, style: { minHeight: `${rows}lh` } })
