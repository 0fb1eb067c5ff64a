import { type ActivityKind, PLAIN } from './kind.js'

/** A page to read. */
export const richtext = { ...PLAIN, type: 'richtext', isReading: true, finishedBy: 'reading', page: () => ({}) } satisfies ActivityKind
