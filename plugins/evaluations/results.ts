import type { EvaluationQuestionKind } from '#plugins/learning/contract/evaluations'

/** The minimum number of people whose answers are shown together; fewer are hidden (decision 0300). */
export const MIN_ANSWERS = 5
/** A scale from 1 to 5 with a mean below this is highlighted. */
export const LOW_SCORE = 3.5
/** The values of a scale. */
export const SCALE = [1, 2, 3, 4, 5] as const
/** Maximum validity of a read-only link, in days. */
export const MAX_DAYS = 90

/** Language → text. */
export type Words = Record<string, string>

/** One point of a trend: a calendar quarter, `2026-4`. */
export interface QuarterPoint {
  quarter: string
  /** For a scale; null if fewer than FEWEST people answered. */
  average: number | null
  answered: number
}

/** The results of one question. */
export interface QuestionResult {
  /** Key within the course: `<activity>.<question>`. */
  key: string
  type: EvaluationQuestionKind
  text: Words
  answered: number
  /** Fewer than FEWEST people answered: all numbers are hidden. */
  hidden: boolean
  /** For a scale. */
  average: number | null
  /** Whether it is a scale with a low score. */
  low: boolean
  /** For a scale and a choice: each possible answer, with how often it was given. */
  counts: { key: string; text: Words | null; count: number }[]
  /** For a scale, oldest first. */
  trend: QuarterPoint[]
}

/** The results of a course. */
export interface EvaluationResults {
  course: { id: number; name: Words }
  /** The number of counted evaluations: one for each person and quarter. */
  responses: number
  questions: QuestionResult[]
}

/** The quarter of a day, as used in addresses: `2026-4`. Pure. @param day `yyyy-mm-dd` */
export const quarterOf = (day: string): string => `${day.slice(0, 4)}-${Math.ceil(Number(day.slice(5, 7)) / 3)}`
/** The first day of a quarter. Pure. */
export const firstDayOf = (quarter: string): string => {
  const [year, number] = quarter.split('-').map(Number) as [number, number]
  return `${year}-${String(number * 3 - 2).padStart(2, '0')}-01`
}
