/** A code as it is hashed: digits may be typed in groups, as they are printed. Pure. */
export const codeAsTyped = (text: string): string => (/^[\d\s-]+$/.test(text) ? text.replace(/[\s-]/g, '') : text)

/** In groups of five, as it is printed. Pure. */
export const codeInGroups = (code: string): string => code.replace(/(\d{5})(?=\d)/g, '$1 ')
