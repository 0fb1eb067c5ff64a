import { api } from '#web/api'

/** How many there are, for the tab. */
export const countCourses = async (): Promise<number> => (await api.externalCourses.courses.index({ query: { per_page: 10 } })).meta.total
