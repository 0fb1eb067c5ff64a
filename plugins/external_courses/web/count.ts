import { api } from '#web/api'

/** The number of courses, for the tab. */
export const countCourses = async (): Promise<number> => (await api.externalCourses.courses.index({ query: { per_page: 10 } })).meta.total
