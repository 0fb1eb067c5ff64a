import { useParams } from 'react-router'

/** The numeric ids in the URL. An invalid one becomes 0, which the server does not have. */
export function useIds<const K extends string>(...names: K[]): Record<K, number> {
  const params = useParams()
  return Object.fromEntries(names.map((name) => [name, Number(params[name]) || 0])) as Record<K, number>
}
