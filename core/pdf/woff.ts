import { inflateSync } from 'node:zlib'

const WOFF = 0x774f4646
const HEADER = 44
const ENTRY = 20

/**
 * Unpacks a WOFF 1.0 font. fontkit can read WOFF too, but inflates it in JavaScript for each document, which took most of the drawing time.
 * @see https://www.w3.org/TR/WOFF/
 * @throws Error when the bytes are no WOFF
 */
export function unpackWoff(bytes: Buffer): Uint8Array {
  if (bytes.readUInt32BE(0) !== WOFF) throw new Error('This is no WOFF font.')
  const count = bytes.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = HEADER + index * ENTRY
    const offset = bytes.readUInt32BE(at + 4)
    const packed = bytes.subarray(offset, offset + bytes.readUInt32BE(at + 8))
    const length = bytes.readUInt32BE(at + 12)
    // A table that does not compress is stored uncompressed.
    return {
      tag: bytes.readUInt32BE(at),
      checksum: bytes.readUInt32BE(at + 16),
      data: packed.length < length ? inflateSync(packed) : packed,
    }
  })

  const padded = (length: number) => (length + 3) & ~3
  const directory = 12 + count * 16
  const font = Buffer.alloc(tables.reduce((size, { data }) => size + padded(data.length), directory))
  const power = Math.floor(Math.log2(count))
  font.writeUInt32BE(bytes.readUInt32BE(4), 0)
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(16 * 2 ** power, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE(16 * count - 16 * 2 ** power, 10)
  let offset = directory
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = 12 + index * 16
    font.writeUInt32BE(tag, at)
    font.writeUInt32BE(checksum, at + 4)
    font.writeUInt32BE(offset, at + 8)
    font.writeUInt32BE(data.length, at + 12)
    data.copy(font, offset)
    offset += padded(data.length)
  }
  return new Uint8Array(font)
}
