type Json = Record<string, unknown>

/** Names in a comma-separated text or in a list. */
const namesIn = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((one) => typeof one === 'string')
    .join(',')
    .slice(0, 1000)
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^urn:[\w:.]+:(?=\w+(\.\w+)?$)/i, '')
        .toLowerCase(),
    )
    .filter(Boolean)

export interface Selection {
  wanted: string[]
  left: string[]
}

/** The values of `attributes` and `excludedAttributes` (RFC 7644, section 3.9). */
export const readSelection = (query: Json): Selection => ({ wanted: namesIn(query.attributes), left: namesIn(query.excludedAttributes) })

/** A resource with the requested attributes. Its id and schemas are always included. Pure. */
export function selected<T extends object>(resource: T, { wanted, left }: Selection): object {
  if (!wanted.length && !left.length) return resource
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const key = name.toLowerCase()
    if (key === 'id' || key === 'schemas') return [[name, value]]
    if (!wanted.length) return left.includes(key) ? [] : [[name, value]]
    if (wanted.includes(key)) return [[name, value]]
    if (key.startsWith('urn:')) {
      // An extension's attributes are named by themselves: the name of its schema was cut off.
      const own = part(value, wanted.map((one) => one.split('.')[0]!)) as Json // prettier-ignore
      return Object.keys(own).length ? [[name, own]] : []
    }
    const parts = wanted.filter((one) => one.startsWith(`${key}.`)).map((one) => one.slice(key.length + 1))
    return parts.length ? [[name, part(value, parts)]] : []
  })
  return Object.fromEntries(entries)
}

function part(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => part(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name.toLowerCase())))
}
