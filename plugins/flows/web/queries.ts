import { isAdminRole } from '#core/contract/roles'
import { api, queryClient, useApiQuery } from '#web/api'
import { useUser } from '#web/session'

/** After any change: flows themselves, people's trainings, the dashboard. */
export const flowsChanged = () => void queryClient.invalidateQueries()

/** @param id null: none is chosen */
export const useFlow = (id: string | null) =>
  useApiQuery(['flows', 'flow', id], () => api.flows.flows.show({ params: { id: id ?? '' } }), { enabled: id !== null })

/** For an admin: whose flow it will be. */
export function useCompanies() {
  const admin = isAdminRole(useUser().user_role)
  const { data } = useApiQuery(['flows', 'companies'], () => api.flows.companies.index({}), { enabled: admin, staleTime: 600_000 })
  return { admin, options: (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })) }
}

/** Courses and groups of one company. @param company 0: one's own; null: not chosen yet */
export function useOptions(company: number | null) {
  const query = company ? { company } : {}
  const { data, isPending } = useApiQuery(['flows', 'options', query], () => api.flows.options.index({ query }), {
    enabled: company !== null,
  })
  const toOptions = (rows: readonly { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return { courses: toOptions(data?.data.courses), groups: toOptions(data?.data.groups), loading: isPending && company !== null }
}
