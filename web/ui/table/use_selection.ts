import { useMemo, useState } from 'react'
import type { ListSelection } from './table_types.js'

type Id = string | number

interface SelectionOptions {
  pageIds: readonly Id[]
  /** The number of matching rows on all pages. */
  total: number
  query: Readonly<Record<string, string | number>>
  /** Rows of other pages stay selected. Without it only those on the page count, because acting on others would be unexpected. */
  across: boolean
  /** The rows may still be those of the previous query. */
  loading: boolean
}

/** The part of the query that decides which rows match; paging and sorting do not. */
const filterOf = ({ page: _page, per_page: _size, sort: _sort, columns: _columns, ...filter }: SelectionOptions['query']) =>
  JSON.stringify(filter)

const NONE: ListSelection = { kind: 'some', ids: new Set() }

/** The rows that a person selected: some, or everything that the list finds except some. */
export function useSelection({ pageIds, total, query, across, loading }: SelectionOptions) {
  const [chosen, setChosen] = useState<ListSelection>(NONE)
  const [filter, setFilter] = useState(filterOf(query))
  // Changing the filter clears the selection: rows that no longer match must not stay selected invisibly.
  if (filter !== filterOf(query)) {
    setFilter(filterOf(query))
    setChosen(NONE)
  }
  // So does the arrival of its rows: a row of the previous list, selected while they were loading, may not be among them.
  const [shown, setShown] = useState(filter)
  if (!loading && shown !== filter) {
    setShown(filter)
    setChosen(NONE)
  }
  return useMemo(() => {
    const isChosen = (id: Id) => (chosen.kind === 'some' ? chosen.ids.has(id) : !chosen.except.has(id))
    const onPage: ReadonlySet<Id> = new Set(pageIds.filter(isChosen))
    const count = chosen.kind === 'all' ? Math.max(0, total - chosen.except.size) : across ? chosen.ids.size : onPage.size
    return {
      chosen,
      onPage,
      count,
      /** More rows match than are selected, and all of them can be selected at once. */
      canChooseAll: across && count > 0 && count < total,
      chooseAll: () => setChosen({ kind: 'all', except: new Set() }),
      clear: () => setChosen(NONE),
      choosePage: (ids: ReadonlySet<Id>) =>
        setChosen((before) => {
          const rest = (of: ReadonlySet<Id>) => (across ? [...of].filter((id) => !pageIds.includes(id)) : [])
          if (before.kind === 'some') return { kind: 'some', ids: new Set([...rest(before.ids), ...ids]) }
          return { kind: 'all', except: new Set([...rest(before.except), ...pageIds.filter((id) => !ids.has(id))]) }
        }),
    }
  }, [chosen, pageIds, total, across])
}

export type TableChoice = ReturnType<typeof useSelection>
