import { api, useApiQuery } from '#web/api'
import type { Translate } from '#web/i18n'
import { download } from '#web/session'

/** The filter on the answers, as it is stored in the address. */
export interface Asked {
  course: number
  company?: number
  version?: number
  language?: string
  from?: string
  to?: string
  place?: string
  house?: number
}

export const FILTERS = ['company', 'version', 'language', 'place', 'house', 'from', 'to'] as const
const NUMBERS: readonly string[] = ['company', 'version', 'house']

/** Reads the filters of an address. Pure. */
export function resultQuery(course: number, filters: Readonly<Record<string, string>>): Asked {
  const chosen = FILTERS.flatMap((key) => (filters[key] ? [[key, NUMBERS.includes(key) ? Number(filters[key]) : filters[key]]] : []))
  return { course, ...Object.fromEntries(chosen) }
}

export const useCourses = () => useApiQuery(['evaluations', 'courses'], () => api.evaluations.courses.index({}))
export const useResults = (asked: Asked) =>
  useApiQuery(['evaluations', 'results', asked], () => api.evaluations.results.show({ query: asked as never }), { keepPrevious: true })
export const useAnswers = (asked: Asked, more: { search: string; question: string; tag: string; page: number }) => {
  const query = { ...asked, ...Object.fromEntries(Object.entries(more).filter(([, value]) => value)) }
  return useApiQuery(['evaluations', 'answers', query], () => api.evaluations.answers.index({ query: query as never }), {
    keepPrevious: true,
  })
}
export const useLinks = (course: number) =>
  useApiQuery(['evaluations', 'links', course], () => api.evaluations.links.index({ query: { course } as never }))

const FORMATS = ['xlsx', 'csv', 'pdf'] as const

/** Downloads of the results, as actions in the page header. */
export const filesOf = (asked: Asked, t: Translate) =>
  FORMATS.map((format) => ({
    label: t('evaluations.view.as', { format: format.toUpperCase() }),
    onClick: () =>
      void download(
        `/api/evaluations/files/${format}?${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))}`,
      ),
  }))
