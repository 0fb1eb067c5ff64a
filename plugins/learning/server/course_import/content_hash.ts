import { createHash } from 'node:crypto'

/** sha256 (hex) of JSON with sorted keys, independent of the order of keys in the files. */
export function hashContent(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    const entries = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(entries)
  })
}
