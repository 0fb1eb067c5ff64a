import { pagePath } from '#web/shell'

/** The paths of the editor's pages. */
export const overviewPath = () => pagePath('learning.overview') ?? '/'
export const coursePath = (course: number, tab?: 'outline' | 'publish') =>
  `${pagePath('learning.edit_course', { course }) ?? '/'}${tab ? `?tab=${tab}` : ''}`
export const poolPath = (course: number) => `${pagePath('learning.pool') ?? '/'}?training=${course}`
/** @param company whose own course it is, for an admin */
export const withdrawPath = (question: number, company: number | string | null = null) =>
  `${pagePath('learning.withdraw_question', { question }) ?? '/'}${company === null ? '' : `?company=${company}`}`

const PAGES: Record<string, string> = { richtext: 'edit_richtext', quiz: 'edit_quiz', evaluation: 'edit_evaluation', scorm: 'edit_scorm' }
export const activityPath = (course: number, activity: string, type: string) =>
  pagePath(`learning.${PAGES[type] ?? 'edit_activity'}`, { course, activity }) ?? '/'
export const questionPath = (course: number, activity: string, question: string) =>
  pagePath('learning.edit_question', { course, activity, question }) ?? '/'
