import { useParams } from 'react-router'

/** The numbers in the address. One that is no number asks the server for row 0, which it does not have. */
export function useIds<const K extends string>(...names: K[]): Record<K, number> {
  const params = useParams()
  return Object.fromEntries(names.map((name) => [name, Number(params[name]) || 0])) as Record<K, number>
}
