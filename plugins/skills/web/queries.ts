/** One person's skill as the server gives it. */
export type CellDetails = Awaited<ReturnType<typeof api.skills.skills.person>>['data']

import { useMemo } from 'react'
import { isAdminRole } from '#core/contract/roles'
import { api, queryClient, useApiQuery } from '#web/api'
import { useUser } from '#web/session'

/** After any change: columns, cells and gaps follow from one another. */
export const skillsChanged = () => void queryClient.invalidateQueries({ queryKey: ['skills'] })

/** For an admin: whose skill it will be. Undefined while they are on their way. */
export function useCompanies() {
  const admin = isAdminRole(useUser().user_role)
  const { data, error } = useApiQuery(['skills', 'companies'], () => api.skills.companies.index({}), { enabled: admin, staleTime: 600_000 })
  const options = useMemo(
    () => (admin && !error ? data?.data.map(({ id, name }) => ({ value: String(id), label: name })) : []),
    [admin, data, error],
  )
  return { admin, options }
}

/** Whose a skill is, for an admin, who looks at every company's. Null: not known yet, or nobody needs to be told. */
export function useCompanyName(company: number | undefined): string | null {
  const { options } = useCompanies()
  return options?.find(({ value }) => value === String(company))?.label ?? null
}

/** The skills as choices of a filter; of an admin every company's, with its name. Undefined while they are on their way. */
export function useSkillChoices() {
  const { admin } = useCompanies()
  // The key of the matrix without filters: both are one call.
  const { data, error } = useApiQuery(['skills', 'matrix_columns', '/api/skills/matrix', {}], () => api.skills.matrix.columns({}))
  return useMemo(
    () => (error ? [] : data?.data.map(({ id, name, company }) => ({ value: String(id), label: admin ? `${name} (${company})` : name }))),
    [data, error, admin],
  )
}
