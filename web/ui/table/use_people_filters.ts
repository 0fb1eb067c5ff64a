import { useLocation } from 'react-router'
import { api, useApiQuery } from '#web/api'
import { loadMessages, useT } from '#web/i18n'
import type { TableFilter } from './table_types.js'
import { useTableState } from './use_table_state.js'

/** The filters over people, such as a group, that plugins add, with their messages. */
export const useFiltersOverPeople = () =>
  useApiQuery(
    ['core', 'people', 'filters'],
    async () => {
      const { data } = await api.core.people.filters({})
      // With the messages of the plugins that add them.
      await loadMessages(...data.map(({ label }) => label.split('.')[0]!))
      return data
    },
    { staleTime: 60_000 },
  )

/**
 * The filters over people, such as a group, of a page that is not a server list: a dashboard, a report. Their values are in the address
 * under the same names as in lists; send `query` with each call, and the server applies it by `peopleCondition`.
 * @param more filters of the page's own, shown first: an admin's company
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
  // An address with such a name (`<plugin>_<what>`) can only be read once the filters are loaded; any other need not wait.
  const ready = known.data !== undefined || known.error !== null || !/[?&][a-z]+_\w+=/.test(search)
  return { filters, state, query, ready }
}
