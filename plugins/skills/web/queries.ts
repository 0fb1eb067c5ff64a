/** One person's skill as the server returns it. */
export type CellDetails = Awaited<ReturnType<typeof api.skills.skills.person>>['data']

import { useMemo } from 'react'
import { isAdminRole } from '#core/contract/roles'
import { api, queryClient, useApiQuery } from '#web/api'
import { useUser } from '#web/session'

/** After any change: columns, cells and gaps depend on one another. */
export const skillsChanged = () => void queryClient.invalidateQueries({ queryKey: ['skills'] })

/** For an admin: the company of the skill. Undefined while loading. */
export function useCompanies() {
  const admin = isAdminRole(useUser().user_role)
  const { data, error } = useApiQuery(['skills', 'companies'], () => api.skills.companies.index({}), { enabled: admin, staleTime: 600_000 })
  const options = useMemo(
    () => (admin && !error ? data?.data.map(({ id, name }) => ({ value: String(id), label: name })) : []),
    [admin, data, error],
  )
  return { admin, options }
}

/** The name of a skill's company, for an admin, who views every company. Null: not loaded yet, or not an admin. */
export function useCompanyName(company: number | undefined): string | null {
  const { options } = useCompanies()
  return options?.find(({ value }) => value === String(company))?.label ?? null
}

/**
 * What the form of a skill offers in one company: courses, groups and skills.
 * @param company 0: one's own; null: not chosen yet
 */
export function useFormOptions(company: number | null) {
  const query = company ? { company } : {}
  return useApiQuery(['skills', 'options', query], () => api.skills.options.index({ query }), { enabled: company !== null })
}

/** The skills as options of a filter; for an admin every company's, with its name. Undefined while loading. */
export function useSkillChoices() {
  const { admin } = useCompanies()
  // The key of the matrix without filters, so that both share one request.
  const { data, error } = useApiQuery(['skills', 'matrix_columns', '/api/skills/matrix', {}], () => api.skills.matrix.columns({}))
  return useMemo(
    () => (error ? [] : data?.data.map(({ id, name, company }) => ({ value: String(id), label: admin ? `${name} (${company})` : name }))),
    [data, error, admin],
  )
}
