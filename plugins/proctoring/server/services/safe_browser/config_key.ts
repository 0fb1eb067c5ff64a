import { createHash } from 'node:crypto'

/** A value of a property list, as Safe Exam Browser keeps its settings. */
export type SebValue = string | number | boolean | Date | Uint8Array | readonly SebValue[] | { readonly [key: string]: SebValue }
export type SebSettings = { readonly [key: string]: SebValue }

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** The one key that says which program wrote the file; it does not count. */
const NOT_COUNTED = 'originatorVersion'

const isDictionary = (value: SebValue): value is SebSettings =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date) && !(value instanceof Uint8Array)

/** By the letters of the keys whatever their case, and not by any language's alphabet. */
function byKey([one]: [string, SebValue], [other]: [string, SebValue]): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a < b ? -1 : a > b ? 1 : 0
}

function write(value: SebValue): string {
  if (typeof value === 'string') return `"${value}"`
  if (value instanceof Date) return `"${value.toISOString().replace(/\.000Z$/, 'Z')}"`
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString('base64')}"`
  if (Array.isArray(value)) return `[${value.map(write).join()}]`
  if (!isDictionary(value)) return String(value)
  const entries = Object.entries(value).filter(([, one]) => !isDictionary(one) || Object.keys(one).length > 0)
  return `{${entries
    .sort(byKey)
    .map(([key, one]) => `"${key}":${write(one)}`)
    .join()}}`
}

/**
 * Settings as the developer documentation of Safe Exam Browser writes them for its hash: keys sorted whatever their case, no white space, nothing
 * escaped, data as Base64, no empty dictionaries, and without the key that says which program wrote them. Pure.
 */
export function sebJson({ [NOT_COUNTED]: _, ...settings }: SebSettings): string {
  return write(settings)
}

/** The Config Key of settings: 64 hex digits. Pure. */
export const configKey = (settings: SebSettings): string => sha256(sebJson(settings))

/**
 * What Safe Exam Browser sends with a request: the hash of the absolute address, without its fragment, followed by a Config Key or a Browser Exam
 * Key. Pure.
 */
export const requestHash = (url: string, key: string): string => sha256(url.replace(/#.*$/s, '') + key)
