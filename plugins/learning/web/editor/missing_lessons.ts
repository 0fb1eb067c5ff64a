import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'

export interface QuestionPlace {
  /** Key of the quiz. */
  activity: string
  /** Key of the question in its quiz. */
  question: string
}

/** Whether a course has a page that a question could refer to. */
export const hasPages = (draft: Draft): boolean => Object.values(draft.activities).some(({ type }) => type === 'richtext')

/** Whether neither this question nor its quiz refers to a page that explains it. */
export function lacksLesson(draft: Draft, { activity, question }: QuestionPlace): boolean {
  return !draft.activities[activity]?.quiz?.lesson && !draft.questions[`${activity}/${question}`]?.lesson
}

/** The questions of a draft that refer to no page, in the order of the course; none if the course has no pages. */
export function missingLessons(draft: Draft): QuestionPlace[] {
  if (!hasPages(draft)) return []
  return draft.outline.modules
    .flatMap(({ activities }) => activities)
    .flatMap(({ key: activity }) => (draft.activities[activity]?.questions ?? []).map((question) => ({ activity, question })))
    .filter((place) => lacksLesson(draft, place))
}
