import type { ByteRange } from './disk.js'

/**
 * The bytes that a request asks for (RFC 9110, section 14).
 * @param header of `Range`; several ranges are answered with the whole file, which is allowed
 * @param size of the file, in bytes
 * @returns `whole`, or `none` for a range outside the file: 416
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  const [, from, to] = match as unknown as [string, string, string]
  if (from === '') {
    // The last bytes of the file.
    const count = Math.min(Number(to), size)
    return count === 0 ? 'none' : { first: size - count, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first >= size ? 'none' : { first, last }
}
