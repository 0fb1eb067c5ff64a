type Values = Readonly<Record<string, string | number>>

/** What is to be done at once, as the tile for it narrows the list. */
const NOW = 'missing,ended'
const MONTH = /^(\d{4}-\d{2})-01\.\.(\d{4}-\d{2})-\d{2}$/

/** Of a month `yyyy-mm`. */
function lastDay(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return `${month}-${String(new Date(Date.UTC(year!, number!, 0)).getUTCDate()).padStart(2, '0')}`
}

/** The filter that a tile sets. Pure. @param month `yyyy-mm`; null: at once */
export const tileFilter = (month: string | null): readonly ['ends' | 'state', string] =>
  month ? ['ends', `${month}-01..${lastDay(month)}`] : ['state', NOW]

/** Which filters of the list a tile set: never what somebody chose by hand. Pure. */
export function setByTile(filters: Values): ('ends' | 'state')[] {
  const month = MONTH.exec(String(filters.ends ?? ''))?.[1]
  return [
    ...(month && filters.ends === tileFilter(month)[1] ? (['ends'] as const) : []),
    ...(filters.state === NOW ? (['state'] as const) : []),
  ]
}

/**
 * Of which rows the tiles are: those of the list, but for the tile that narrows it, or no other would be left to choose. What orders and
 * pages the rows is no matter of theirs. Pure. @param query the list's own
 */
export function tilesQuery({ page: _page, per_page: _size, sort: _sort, ...filters }: Values): Values {
  const own = new Set<string>(setByTile(filters))
  return Object.fromEntries(Object.entries(filters).filter(([key]) => !own.has(key)))
}
