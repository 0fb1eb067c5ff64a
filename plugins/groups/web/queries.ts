import { isAdminRole } from '#core/contract/roles'
import { api, queryClient, useApiQuery } from '#web/api'
import { useUser } from '#web/session'

/** To refresh after any change: groups, and every list and report that is filtered by them. */
export const groupsChanged = () => void queryClient.invalidateQueries()

export const useGroup = (id: string) => useApiQuery(['groups', 'group', id], () => api.groups.groups.show({ params: { id } }))

/** For an admin: the company of the group. */
export function useCompanies() {
  const admin = isAdminRole(useUser().user_role)
  const { data } = useApiQuery(['groups', 'companies'], () => api.groups.companies.index({}), { enabled: admin, staleTime: 600_000 })
  return { admin, options: (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })) }
}

/** The groups of a form with a group field, by name. */
export function useGroupChoices() {
  const { data, isPending } = useApiQuery(['groups', 'choices'], () => api.core.people.filters({}))
  const options = data?.data.find(({ key }) => key === 'groups_group')?.options ?? []
  return { options, loading: isPending }
}
