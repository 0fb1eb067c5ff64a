import type { EvaluationQuestionKind } from '#plugins/learning/contract/evaluations'

/** Answers are shown of so many people together, or not at all (decision 0300). */
export const FEWEST = 5
/** A scale from 1 to 5 whose mean is below this stands out. */
export const LOW = 3.5
/** The values of a scale. */
export const SCALE = [1, 2, 3, 4, 5] as const
/** A read-only link works for at most so many days. */
export const MOST_DAYS = 90

/** Language → words. */
export type Words = Record<string, string>

/** One point of a trend: a calendar quarter, `2026-4`. */
export interface QuarterPoint {
  quarter: string
  /** Of a scale; null where fewer than FEWEST answered. */
  average: number | null
  answered: number
}

/** What people answered to one question. */
export interface QuestionResult {
  /** Of the course: `<activity>.<question>`. */
  key: string
  type: EvaluationQuestionKind
  text: Words
  answered: number
  /** Fewer than FEWEST answered: nothing more is told. */
  hidden: boolean
  /** Of a scale. */
  average: number | null
  /** It is a scale, and scores low. */
  low: boolean
  /** Of a scale and a choice: each answer that there is, with how often it was given. */
  counts: { key: string; text: Words | null; count: number }[]
  /** Of a scale, the oldest first. */
  trend: QuarterPoint[]
}

/** What people thought of a course. */
export interface EvaluationResults {
  course: { id: number; name: Words }
  /** Evaluations that are counted: of one person in one quarter. */
  responses: number
  questions: QuestionResult[]
}

/** The quarter of a day, as it is written in an address: `2026-4`. Pure. @param day `yyyy-mm-dd` */
export const quarterOf = (day: string): string => `${day.slice(0, 4)}-${Math.ceil(Number(day.slice(5, 7)) / 3)}`
/** The first day of a quarter. Pure. */
export const firstDayOf = (quarter: string): string => {
  const [year, number] = quarter.split('-').map(Number) as [number, number]
  return `${year}-${String(number * 3 - 2).padStart(2, '0')}-01`
}
