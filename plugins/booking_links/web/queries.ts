import { api, queryClient, useApiQuery } from '#web/api'

/** Invalidates the queries after any change. */
export const linksChanged = () => void queryClient.invalidateQueries({ queryKey: ['booking_links'] })

export const useLink = (id: string | null) =>
  useApiQuery(['booking_links', 'link', id], () => api.bookingLinks.links.show({ params: { id: id ?? '' } }), { enabled: id !== null })

const toOptions = (rows: readonly { id: number; name: string }[] | undefined) =>
  (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

export function useCompanies() {
  const { data } = useApiQuery(['booking_links', 'companies'], () => api.bookingLinks.companies.index({}), { staleTime: 600_000 })
  return toOptions(data?.data)
}

/** Courses of a company, and where, when and in which language the exams of the selected courses are. */
export function useOptions(company: number | null, courses: readonly string[]) {
  const query = { company: company ?? 0, ...(courses.length && { courses: courses.join() }) }
  const { data, isPending } = useApiQuery(
    ['booking_links', 'options', query],
    () => api.bookingLinks.options.index({ query: query as never }),
    {
      enabled: company !== null,
      keepPrevious: true,
    },
  )
  const { courses: all, cities = [], languages = [], months = [], moments = [] } = data?.data ?? {}
  return { courses: toOptions(all), cities, languages, months, moments, loading: isPending && company !== null }
}
