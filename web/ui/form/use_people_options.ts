import { useState } from 'react'
import { api, useApiQuery } from '#web/api'

/**
 * Options of a <SearchInput> that finds people of one company while typing. A person who was found once keeps their name while others are
 * searched.
 * @param company 0: one's own
 * @param only limits which of its people are offered; all when left out
 */
export function usePeopleOptions(company: number, only: { role?: 'leerling'; status?: 'active' } = {}) {
  const [text, setText] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const query = { ...(company && { company }), ...only, ...(text && { search: text }) }
  const found = useApiQuery(['core', 'people', query], () => api.core.people.index({ query }), { keepPrevious: true })
  const fresh = (found.data?.data ?? []).filter(({ id }) => !known.has(String(id)))
  if (fresh.length)
    setKnown(
      new Map([...known, ...fresh.map(({ id, name, email }) => [String(id), email === null ? name : `${name} (${email})`] as const)]),
    )
  return { options: [...known].map(([value, label]) => ({ value, label })), onSearch: setText, loading: found.isFetching }
}
