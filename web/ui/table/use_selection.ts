import { useMemo, useState } from 'react'
import type { ListSelection } from './table_types.js'

type Id = string | number

interface SelectionOptions {
  pageIds: readonly Id[]
  /** All rows that match, on every page. */
  total: number
  query: Readonly<Record<string, string | number>>
  /** Rows of other pages stay chosen. Without it only those in sight count: acting on others would surprise. */
  across: boolean
}

/** What decides which rows there are: another page or order are the same rows. */
const filterOf = ({ page: _page, per_page: _size, sort: _sort, columns: _columns, ...filter }: SelectionOptions['query']) =>
  JSON.stringify(filter)

const NONE: ListSelection = { kind: 'some', ids: new Set() }

/** The rows that a person chose: some, or everything that the list finds but for some. */
export function useSelection({ pageIds, total, query, across }: SelectionOptions) {
  const [chosen, setChosen] = useState<ListSelection>(NONE)
  const [filter, setFilter] = useState(filterOf(query))
  // Whoever narrows the list begins anew: what is no longer in it must not stay chosen unseen.
  if (filter !== filterOf(query)) {
    setFilter(filterOf(query))
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
      /** There is more than what is chosen, and it may be chosen at once. */
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
