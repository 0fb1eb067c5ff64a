type Values = Readonly<Record<string, string | number>>

/** The state filter of the tile for what has to be done now. */
const NOW = 'missing,ended'
const MONTH = /^(\d{4}-\d{2})-01\.\.(\d{4}-\d{2})-\d{2}$/

/** For a month `yyyy-mm`. */
function lastDay(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${month}-${String(new Date(Date.UTC(year!, number!, 0)).getUTCDate()).padStart(2, '0')}`
}

/** The filter that a tile sets. Pure. @param month `yyyy-mm`; null: now */
export const tileFilter = (month: string | null): readonly ['ends' | 'state', string] =>
  month ? ['ends', `${month}-01..${lastDay(month)}`] : ['state', NOW]

/** The list filters that were set by a tile, not by hand. Pure. */
export function setByTile(filters: Values): ('ends' | 'state')[] {
  const month = MONTH.exec(String(filters.ends ?? ''))?.[1]
  return [
    ...(month && filters.ends === tileFilter(month)[1] ? (['ends'] as const) : []),
    ...(filters.state === NOW ? (['state'] as const) : []),
  ]
}

/**
 * The query of the tiles: the list's query without the filter of a tile, or no other tile would be left to choose. Without order and
 * paging. Pure. @param query the list's own
 */
export function tilesQuery({ page: _page, per_page: _size, sort: _sort, ...filters }: Values): Values {
  const own = new Set<string>(setByTile(filters))
  return Object.fromEntries(Object.entries(filters).filter(([key]) => !own.has(key)))
}
