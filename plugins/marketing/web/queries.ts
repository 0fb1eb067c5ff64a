import { api, queryClient, useApiQuery } from '#web/api'
import { pagePath } from '#web/shell'
import { useFiltersOverPeople } from '#web/ui'

/** Invalidates the queries after any change. */
export const campaignsChanged = () => void queryClient.invalidateQueries({ queryKey: ['marketing'] })

export const useCampaigns = () => useApiQuery(['marketing', 'campaigns'], () => api.marketing.campaigns.index({}))
export const useCampaign = (id: number | null) =>
  useApiQuery(['marketing', 'campaign', id], () => api.marketing.campaigns.show({ params: { id: id ?? 0 } }), { enabled: id !== null })
export const useAudience = (id: number | null) =>
  useApiQuery(['marketing', 'audience', id], () => api.marketing.audience.show({ params: { id: id ?? 0 } }), { enabled: id !== null })
/** The options of the form, including those of the filters over people; null until all are loaded. */
export function useOptions() {
  const options = useApiQuery(['marketing', 'options'], () => api.marketing.options.index({}), { staleTime: 600_000 })
  const filters = useFiltersOverPeople()
  const data = options.data && filters.data ? { ...options.data.data, filters: filters.data } : null
  return { data, error: options.error ?? filters.error }
}

/** The people who can follow up a lead, and the companies; undefined until they are loaded. */
export const useLeadOptions = () =>
  useApiQuery(['marketing', 'leads', 'options'], () => api.marketing.leads.options({}), { staleTime: 600_000 }).data?.data

export const campaignPath = (id?: number) => `${pagePath('marketing.campaign') ?? '/'}${id ? `?campaign=${id}` : ''}`
export const listPath = () => pagePath('marketing.list') ?? '/'

/** The value of a lead without an owner in a form. */
export const NOBODY = 0

/** The options for the owner of a lead, including nobody. */
export const ownerOptions = (admins: readonly { id: number; name: string }[] = [], nobody: string) => [
  { value: String(NOBODY), label: nobody },
  ...admins.map(({ id, name }) => ({ value: String(id), label: name })),
]
