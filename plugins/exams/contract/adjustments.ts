/** Adjustments that an exam may offer. Texts: `exams.adjustment.<adjustment>`. */
export const ADJUSTMENTS = ['reading_aloud', 'extra_time'] as const
export type Adjustment = (typeof ADJUSTMENTS)[number]
