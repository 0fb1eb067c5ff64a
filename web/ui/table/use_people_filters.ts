import { useLocation } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import type { TableFilter } from './table_types.js'
import { useTableState } from './use_table_state.js'

/** The filters over people (a group) that plugins bring, with their words. */
export const useFiltersOverPeople = () =>
  useApiQuery(
    ['core', 'people', 'filters'],
    async () => {
      const { data } = await api.core.people.filters({})
      // In the words of the plugins that bring them.
      await loadMessages(...data.map(({ label }) => label.split('.')[0]!))
      return data
    },
    { staleTime: 60_000 },
  )

/**
 * The filters over people (a group) of a page that is no list of the server's: a dashboard, a report. What is chosen stands in
 * the address under the name that lists give it; `query` goes along with each call, and the server takes it by `peopleCondition`.
 * @param more filters of the page's own, first: an admin's company
 */
export function usePeopleFilters(more: readonly TableFilter[] = []) {
  const t = useT()
  const { search } = useLocation()
  const known = useFiltersOverPeople()
  const state = useTableState({ filters: [...more, ...(known.data ?? [])].map(({ key }) => key) })
  const filters: TableFilter[] = [
    ...more,
    ...(known.data ?? []).flatMap(({ key, label, options }) => (options.length ? [{ key, label: t(label), options }] : [])),
  ]
  const query: Readonly<Record<string, string>> = state.filters
  // An address with such a name (`<plugin>_<what>`) is understood once they are known; any other has nothing to wait for.
  const ready = known.data !== undefined || known.error !== null || !/[?&][a-z]+_\w+=/.test(search)
  return { filters, state, query, ready }
}
