import type { FormValues } from './form_context.js'

const isPlain = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The value at a path such as `core.city`. Pure. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as FormValues | null | undefined)?.[key], values)
}

/** The same values with a new value at the path; siblings keep their identity. Pure. */
export function withValueAt<V>(values: V, path: string, value: unknown): V {
  const [key, ...rest] = path.split('.') as [string, ...string[]]
  const inside = (values as FormValues | null | undefined)?.[key]
  const next = rest.length ? withValueAt(inside ?? {}, rest.join('.'), value) : value
  if (Array.isArray(values)) return Object.assign([...values], { [key]: next }) as V
  return { ...(values as FormValues), [key]: next } as V
}

/** Whether two values would be saved as the same value; the order of keys does not count. Pure. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isPlain(one) && isPlain(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(one[key], other[key]))
  }
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  return one === other
}

/** Paths of all values; a list is one value. Pure. */
export function pathsOf(values: object, prefix = ''): string[] {
  return Object.entries(values).flatMap(([key, value]) => (isPlain(value) ? pathsOf(value, `${prefix}${key}.`) : [`${prefix}${key}`]))
}

/** A part of a form's values, at any depth. */
export type Changes<V> = { [K in keyof V]?: V[K] extends readonly unknown[] ? V[K] : V[K] extends object ? Changes<V[K]> : V[K] }

/** Only the values that differ from the initial ones, so that other people's changes are not overwritten. Pure. */
export function changesOf<V extends object>(values: V, base: V): Changes<V> {
  let changes: Changes<V> = {}
  for (const path of pathsOf(values)) {
    if (!isSame(valueAt(values, path), valueAt(base, path))) changes = withValueAt(changes, path, valueAt(values, path))
  }
  return changes
}

export interface Difference {
  path: string
  mine: unknown
  theirs: unknown
}

/**
 * Merges another person's save into an open form. Pure.
 * @param base the values that both started with
 * @returns `values` with their changes where the person changed nothing; `differences` where both did
 */
export function mergeTheirs<V extends object>(mine: V, base: V, theirs: V): { values: V; differences: Difference[] } {
  let values = mine
  const differences: Difference[] = []
  for (const path of new Set([...pathsOf(mine), ...pathsOf(theirs)])) {
    const [own, old, other] = [valueAt(mine, path), valueAt(base, path), valueAt(theirs, path)]
    if (isSame(other, old) || isSame(own, other)) continue
    if (isSame(own, old)) values = withValueAt(values, path, other)
    else differences.push({ path, mine: own, theirs: other })
  }
  return { values, differences }
}

/**
 * Assigns errors to fields: an error of a list item (`origins.0`) goes to the field of the list if its items are not fields; once per rule.
 * Pure.
 */
export function placedAt<E extends { field: string; rule: string }>(errors: readonly E[], fields: ReadonlySet<string>): E[] {
  const placed = new Map<string, E>()
  for (const error of errors) {
    const list = error.field.replace(/\.\d+$/, '')
    const field = !fields.has(error.field) && fields.has(list) ? list : error.field
    const key = `${field} ${error.rule}`
    if (!placed.has(key)) placed.set(key, { ...error, field })
  }
  return [...placed.values()]
}
