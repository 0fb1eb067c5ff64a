import { useCallback, useMemo } from 'react'
import { useUrlParams } from '../url_params.js'

export interface TableSort {
  field: string
  direction: 'asc' | 'desc'
}

export interface TableState {
  /** From 1. */
  page: number
  perPage: number
  sort: TableSort | null
  search: string
  /** Chosen value of each filter; absent when not filtered. */
  filters: Readonly<Record<string, string>>
  /** True when search or a filter narrows the rows. */
  narrowed: boolean
  /** As the server's lists take it (`page`, `per_page`, `sort`, `search`, the filters): `api.people.index({ query: table.query })`; also the end of a query key. */
  query: Record<string, string | number>
  /** @param replace of a page that is not there: going back does not come by it */
  setPage: (page: number, options?: { replace?: boolean }) => void
  setPerPage: (perPage: number) => void
  setSort: (sort: TableSort | null) => void
  /** @param replace while somebody types on: one way back out of a search, however it was typed */
  setSearch: (text: string, options?: { replace?: boolean }) => void
  /** What the address asks for this very moment: after going back it says so before anything is drawn. */
  searchNow: () => string
  setFilter: (key: string, value: string | null) => void
  /** Takes away search and filters. */
  clear: () => void
  /** What a saved view keeps: search, filters, order and size, as a query string. */
  kept: string
  /** Shows what a saved view keeps. */
  apply: (kept: string) => void
}

export interface TableStateOptions {
  /** Names of the filters in the URL. */
  filters?: readonly string[]
  /** `name` or `-name`, until the person sorts. */
  sort?: string
  perPage?: number
  /** What the list can be sorted by, where that is known: an address or a saved view that names something else shows the list's own order. */
  sortable?: readonly string[]
  /** Keeps two tables of one page apart. */
  prefix?: string
}

export const PAGE_SIZES = [25, 50, 100]

const readSort = (text: string | null): TableSort | null =>
  text ? { field: text.replace(/^-/, ''), direction: text.startsWith('-') ? 'desc' : 'asc' } : null

/**
 * What the rows are sorted by: as the address says, unless the list knows no such order (any more). Pure.
 * @param sortable undefined where that is not known
 */
export const sortOf = (asked: string | null, own: string | undefined, sortable: readonly string[] | undefined): string | null =>
  asked && (!sortable || sortable.includes(readSort(asked)!.field)) ? asked : (own ?? null)

const positive = (text: string | null, fallback: number) => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

/**
 * What a table shows, kept in the URL so that it can be linked to, reloaded and
 * gone back to, choice by choice: `?page=2&per_page=50&sort=-name&q=jan&status=active`.
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
