import { gradeOf } from '../services/grading.js'

/** Whether a question was withdrawn, and how: `kept`: nobody's grade gets lower by it; `strict`: it counts for nobody. */
export type Withdrawn = 'kept' | 'strict' | null

export interface MarkedQuestion {
  correct: boolean | null
  withdrawn: Withdrawn
}

/**
 * The grade of an attempt, 0 to 100, with withdrawn questions left out. A question that was withdrawn as `kept` still counts for an attempt
 * that would get a lower grade without it. An attempt that asked nothing else is graded as before. Pure.
 */
export function markedGrade(questions: readonly MarkedQuestion[]): number {
  const gradeOfThose = (those: readonly MarkedQuestion[]) => gradeOf(those.map(({ correct }) => correct === true))
  const counting = questions.filter(({ withdrawn }) => withdrawn === null)
  if (!counting.length) return gradeOfThose(questions)
  return Math.max(gradeOfThose(counting), gradeOfThose(questions.filter(({ withdrawn }) => withdrawn !== 'strict')))
}

/**
 * The questions that an attempt's grade was computed from: withdrawn ones are left out, unless the person kept the grade that they had with
 * them. Pure.
 */
export function countedIn<Q extends MarkedQuestion>(questions: readonly Q[], grade: number | null): readonly Q[] {
  const sets = [questions.filter(({ withdrawn }) => withdrawn === null), questions.filter(({ withdrawn }) => withdrawn !== 'strict')]
  return sets.find((those) => those.length > 0 && gradeOf(those.map(({ correct }) => correct === true)) === grade) ?? questions
}

/** The column `withdrawn` for a query with the question's withdrawal joined as `w`. */
export const WITHDRAWN_SQL = `case when w.id is null then null when w.also_fails then 'strict' else 'kept' end`
