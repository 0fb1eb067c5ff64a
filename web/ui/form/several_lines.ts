/**
 * For an `<OutlinedInput>` of several lines: at least so many, and as high as its text by the browser itself (see the theme). MUI's own
 * measures it, which lays the whole page out twice for each field.
 */
export const severalLines = (rows: number) => ({ multiline: true, rows, inputComponent: 'textarea' }) as const
/** For the input in it, which has no `type`. */
export const severalLinesInput = (rows: number) => ({ type: undefined, style: { minHeight: `${rows}lh` } })
