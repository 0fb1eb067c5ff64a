import { isAdminRole } from '#core/contract/roles'
import { api, queryClient, useApiQuery, withQuery } from '#web/api'
import { useUser } from '#web/session'

/** After any change: definitions, moments, entries and their counts. */
export const examsChanged = () => void queryClient.invalidateQueries({ queryKey: ['exams'] })

export const useIsAdmin = () => isAdminRole(useUser().user_role)

/** Courses and providers for an admin's forms. */
export function useExamOptions() {
  const { data, isPending } = useApiQuery(['exams', 'options'], () => api.exams.options.index({}), {
    enabled: useIsAdmin(),
    staleTime: 600_000,
  })
  const courses = data?.data.courses ?? []
  return {
    loading: isPending,
    courses,
    courseOptions: courses.map(({ id, name, shortname }) => ({ value: String(id), label: `${name} (${shortname})` })),
    providerOptions: (data?.data.providers ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  }
}

/** The definitions that moments may be of: active ones, with course and provider. */
export function useExamChoices() {
  const { data, isPending } = useApiQuery(['exams', 'choices'], () => api.exams.exams.index(withQuery({ per_page: 100, active: 'true' })), {
    enabled: useIsAdmin(),
  })
  return { loading: isPending, exams: data?.data ?? [] }
}

export const editPath = (id?: number) => (id ? `/exams/edit?exam=${id}` : '/exams/edit')
export const momentPath = (id: number) => `/exams/momenten/${id}`
export const dayPath = (id: number) => `${momentPath(id)}/examendag`
