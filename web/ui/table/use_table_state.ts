import { useCallback, useMemo } from 'react'
import { useUrlParams } from '../url_params.js'

export interface TableSort {
  field: string
  direction: 'asc' | 'desc'
}

export interface TableState {
  /** Starts at 1. */
  page: number
  perPage: number
  sort: TableSort | null
  search: string
  /** The value of each filter; absent when not filtered. */
  filters: Readonly<Record<string, string>>
  /** True when search or a filter narrows the rows. */
  narrowed: boolean
  /**
   * In the format of the server's lists (`page`, `per_page`, `sort`, `search`, the filters): `api.people.index({ query: table.query })`;
   * also the end of a query key.
   */
  query: Record<string, string | number>
  /** @param replace for leaving a page that does not exist: it is removed from the history */
  setPage: (page: number, options?: { replace?: boolean }) => void
  setPerPage: (perPage: number) => void
  setSort: (sort: TableSort | null) => void
  /** @param replace while a person types on, so that a search is one history entry */
  setSearch: (text: string, options?: { replace?: boolean }) => void
  /** The search in the current address: after going back it is already up to date before the next render. */
  searchNow: () => string
  setFilter: (key: string, value: string | null) => void
  /** Clears search and filters. */
  clear: () => void
  /** The query string of a saved view: search, filters, sort order and page size. */
  kept: string
  /** Applies what a saved view stores. */
  apply: (kept: string) => void
}

export interface TableStateOptions {
  /** Names of the filters in the URL. */
  filters?: readonly string[]
  /** `name` or `-name`; the default sort order. */
  sort?: string
  perPage?: number
  /** The sort keys of the list, where known: when an address or a saved view names another one, the default order is used. */
  sortable?: readonly string[]
  /** Separates the parameters of two tables on one page. */
  prefix?: string
}

export const PAGE_SIZES = [25, 50, 100]

const readSort = (text: string | null): TableSort | null =>
  text ? { field: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' } : null

/**
 * The sort order of the rows: from the address, unless the list does not (or no longer) support it. Pure.
 * @param sortable undefined where that is not known
 */
export const sortOf = (asked: string | null, own: string | undefined, sortable: readonly string[] | undefined): string | null =>
  asked && (!sortable || sortable.includes(readSort(asked)!.field)) ? asked : (own ?? null)

const positive = (text: string | null, fallback: number) => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

/**
 * The state of a table, stored in the URL so that it can be linked, reloaded and undone by "back" one choice at a time:
 * `?page=2&per_page=50&sort=-name&q=jan&status=active`.
 */
export function useTableState({
  filters: names = [],
  sort: defaultSort,
  perPage: defaultSize = 25,
  sortable,
  prefix = '',
}: TableStateOptions = {}): TableState {
  const [params, edit] = useUrlParams()
  const key = names.join(',')
  const orders = sortable?.join(',')

  const change = useCallback(
    (changes: Record<string, string | null>, { replace = false } = {}) =>
      edit(
        (current) => {
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === '') current.delete(prefix + name)
            else current.set(prefix + name, value)
          }
        },
        { replace },
      ),
    [edit, prefix],
  )

  const searchNow = useCallback(() => new URLSearchParams(window.location.search).get(`${prefix}q`) ?? '', [prefix])

  return useMemo(() => {
    const get = (name: string) => params.get(prefix + name)
    const filterNames = key ? key.split(',') : []
    const filters = Object.fromEntries(filterNames.flatMap((name) => (get(name) ? [[name, get(name) as string]] : [])))
    const page = positive(get('page'), 1)
    const perPage = Math.min(100, positive(get('per_page'), defaultSize))
    const sortText = sortOf(get('sort'), defaultSort, orders?.split(','))
    const search = get('q') ?? ''
    return {
      page,
      perPage,
      sort: readSort(sortText),
      search,
      filters,
      narrowed: search !== '' || Object.keys(filters).length > 0,
      query: { page, per_page: perPage, ...(sortText && { sort: sortText }), ...(search && { search }), ...filters },
      setPage: (next, options) => change({ page: next === 1 ? null : String(next) }, options),
      setPerPage: (next) => change({ per_page: next === defaultSize ? null : String(next), page: null }),
      setSort: (next) => change({ sort: next ? (next.direction === 'desc' ? '-' : '') + next.field : null, page: null }),
      setSearch: (text, options) => change({ q: text, page: null }, options),
      searchNow,
      setFilter: (name, value) => change({ [name]: value, page: null }),
      kept: new URLSearchParams([
        ...(search ? [['q', search] as [string, string]] : []),
        ...(sortText && sortText !== defaultSort ? [['sort', sortText] as [string, string]] : []),
        ...(perPage === defaultSize ? [] : [['per_page', String(perPage)] as [string, string]]),
        ...Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)),
      ]).toString(),
      apply: (kept) => {
        const wanted = new URLSearchParams(kept)
        const names = ['q', 'sort', 'per_page', ...filterNames]
        change({ page: null, ...Object.fromEntries(names.map((name) => [name, wanted.get(name)])) })
      },
      clear: () => change({ q: null, page: null, ...Object.fromEntries(filterNames.map((name) => [name, null])) }),
    }
  }, [params, prefix, key, orders, defaultSize, defaultSort, change, searchNow])
}
