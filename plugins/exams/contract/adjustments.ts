/** What an exam may do differently for one person. Words: `exams.adjustment.<adjustment>`. */
export const ADJUSTMENTS = ['reading_aloud', 'extra_time'] as const
export type Adjustment = (typeof ADJUSTMENTS)[number]
