import { createHash } from 'node:crypto'

/** A value of a property list, the format of Safe Exam Browser's settings. */
export type SebValue = string | number | boolean | Date | Uint8Array | readonly SebValue[] | { readonly [key: string]: SebValue }
export type SebSettings = { readonly [key: string]: SebValue }

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** The key that names the program that wrote the file; it is excluded from the hash. */
const NOT_COUNTED = 'originatorVersion'

const isDictionary = (value: SebValue): value is SebSettings =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date) && !(value instanceof Uint8Array)

/** Sorts keys case-insensitively, independent of the locale. */
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
 * Settings in the form that the developer documentation of Safe Exam Browser defines for its hash: keys sorted case-insensitively, no white
 * space, nothing escaped, data as Base64, no empty dictionaries, and without the key that names the program that wrote them. Pure.
 */
export function sebJson({ [NOT_COUNTED]: _, ...settings }: SebSettings): string {
  return write(settings)
}

/** The Config Key of settings: 64 hex digits. Pure. */
export const configKey = (settings: SebSettings): string => sha256(sebJson(settings))

/**
 * The hash that Safe Exam Browser sends with a request: of the absolute address without its fragment, followed by a Config Key or a Browser
 * Exam Key. Pure.
 */
export const requestHash = (url: string, key: string): string => sha256(url.replace(/#.*$/s, '') + key)
