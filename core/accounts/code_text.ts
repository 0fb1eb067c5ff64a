/** Normalises a typed code before hashing: spaces and hyphens between digits are ignored. Pure. */
export const codeAsTyped = (text: string): string => (/^[\d\s-]+$/.test(text) ? text.replace(/[\s-]/g, '') : text)

/** Formats a code for printing, in groups of five. Pure. */
export const codeInGroups = (code: string): string => code.replace(/(\d{5})(?=\d)/g, '$1 ')
