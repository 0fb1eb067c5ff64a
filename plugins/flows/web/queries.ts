import { isAdminRole } from '#core/contract/roles'
import { participantsList } from '#plugins/people/contract/index'
import { api, queryClient, useApiQuery } from '#web/api'
import { useUser } from '#web/session'
import type { TimeLine } from '../server/services/time_line.js'
import type { FlowDetail } from '../server/transformers/flow_transformer.js'

/** After any change: flows themselves, people's trainings, the dashboard. */
export const flowsChanged = () => void queryClient.invalidateQueries()

/** @param id null: none is selected */
export const useFlow = (id: string | null) =>
  useApiQuery(['flows', 'flow', id], () => api.flows.flows.show({ params: { id: id ?? '' } }), { enabled: id !== null })

const STARTING_MS = 2000

/** For time lines: how soon to look again while a step is about to start. */
export const lookAgain = (answer: unknown): number | false =>
  (answer as { data: TimeLine[] } | undefined)?.data.some(({ steps }) => steps.some(({ starting }) => starting)) ? STARTING_MS : false

/** For an admin: the company of the flow. */
export function useCompanies() {
  const admin = isAdminRole(useUser().user_role)
  const { data } = useApiQuery(['flows', 'companies'], () => api.flows.companies.index({}), { enabled: admin, staleTime: 600_000 })
  return { admin, options: (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })) }
}

/** Saved views of the list of people, which may be used as a flow's filter; includes its current filter. */
export function useFilters(flow: Pick<FlowDetail, 'filter' | 'filter_name'> | null) {
  const { data } = useApiQuery(['flows', 'filters'], () => api.core.listViews.index({ query: { list: participantsList.list } }))
  const views = (data?.data ?? []).filter(({ filter }) => filter !== '').map(({ name, filter }) => ({ value: filter, label: name }))
  const known = flow?.filter && !views.some(({ value }) => value === flow.filter)
  return known ? [{ value: flow.filter!, label: flow.filter_name ?? flow.filter! }, ...views] : views
}

/** Courses, groups and profile dates of one company. @param company 0: one's own; null: not chosen yet */
export function useOptions(company: number | null) {
  const query = company ? { company } : {}
  const { data, isPending } = useApiQuery(['flows', 'options', query], () => api.flows.options.index({ query }), {
    enabled: company !== null,
  })
  const toOptions = (rows: readonly { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return {
    fields: toOptions(data?.data.fields),
    courses: toOptions(data?.data.courses),
    groups: toOptions(data?.data.groups),
    flows: data?.data.flows ?? [],
    loading: isPending && company !== null,
    /** They are those of this company, also when there are none. */
    known: data !== undefined,
  }
}
