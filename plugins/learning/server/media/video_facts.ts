/** A random-access source of bytes: a buffer, or a file that is too large to hold in memory. */
export interface ByteSource {
  readonly size: number
  /** May return fewer bytes at the end. */
  read(offset: number, length: number): Promise<Buffer>
}

export const sourceOf = (content: Buffer): ByteSource => ({
  size: content.length,
  read: async (offset, length) => content.subarray(offset, offset + length),
})

/** The facts read from a video's file. */
export interface VideoFacts {
  contentType: 'video/mp4' | 'video/webm'
  /** Its length in seconds, rounded to a tenth. */
  seconds: number
  /** In pixels: reserves its space on the page before it has loaded. */
  width: number
  height: number
}

/** The longest allowed video of a lesson, in seconds. */
export const MAX_VIDEO_SECONDS = 4 * 3600
/** The metadata of a video is far smaller than this, in bytes; larger metadata is not read. */
const MAX_HEAD_BYTES = 8 * 1024 * 1024
const MAX_BOXES = 200

/**
 * Detects a video by its bytes, never by its name: container, length and picture size. Reads only the metadata.
 * @returns null for anything but MP4 or WebM with a picture and a length
 */
export async function videoFacts(source: ByteSource): Promise<VideoFacts | null> {
  const start = await source.read(0, 64)
  const facts = start.subarray(4, 8).toString('latin1') === 'ftyp' ? await mp4Facts(source) : await webmFacts(source, start)
  return facts && facts.seconds > 0 && facts.seconds <= MAX_VIDEO_SECONDS && isSide(facts.width) && isSide(facts.height) ? facts : null
}

const isSide = (pixels: number) => Number.isInteger(pixels) && pixels >= 16 && pixels <= 8192
const toTenths = (seconds: number) => Math.round(seconds * 10) / 10

interface Box {
  type: string
  start: number
  end: number
}

/** Adjacent boxes in memory (ISO 14496-12): a length, four letters, content. */
function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < MAX_BOXES;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > to) break
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size })
    at += size
  }
  return boxes
}

async function mp4Facts(source: ByteSource): Promise<VideoFacts | null> {
  const movie = await findMovie(source)
  if (!movie) return null
  const parts = boxesIn(movie, 0, movie.length)
  const head = parts.find(({ type }) => type === 'mvhd')
  if (!head || head.end - head.start < 32) return null
  const isLong = movie[head.start] === 1
  const scale = movie.readUInt32BE(head.start + (isLong ? 20 : 12))
  const length = isLong ? Number(movie.readBigUInt64BE(head.start + 24)) : movie.readUInt32BE(head.start + 16)
  for (const track of parts.filter(({ type }) => type === 'trak')) {
    const inside = boxesIn(movie, track.start, track.end)
    const media = inside.find(({ type }) => type === 'mdia')
    const handler = media && boxesIn(movie, media.start, media.end).find(({ type }) => type === 'hdlr')
    const header = inside.find(({ type }) => type === 'tkhd')
    if (!handler || !header || header.end - header.start < 84) continue
    if (movie.toString('latin1', handler.start + 8, handler.start + 12) !== 'vide') continue
    // Fixed-point number: the upper half has the whole pixels.
    const [width, height] = [movie.readUInt16BE(header.end - 8), movie.readUInt16BE(header.end - 4)]
    return { contentType: 'video/mp4', seconds: scale ? toTenths(length / scale) : 0, width, height }
  }
  return null
}

/** The metadata of the whole video, wherever it is in the file. */
async function findMovie(source: ByteSource): Promise<Buffer | null> {
  for (let at = 0, count = 0; at + 8 <= source.size && count < MAX_BOXES; count += 1) {
    const head = await source.read(at, 16)
    if (head.length < 8) return null
    const short = head.readUInt32BE(0)
    const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short === 0 ? source.size - at : short
    const before = short === 1 ? 16 : 8
    if (size < before || at + size > source.size) return null
    if (head.toString('latin1', 4, 8) === 'moov') return size > MAX_HEAD_BYTES ? null : source.read(at + before, size - before)
    at += size
  }
  return null
}

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const SCALE = 0x2ad7b1
const DURATION = 0x4489
const TRACK = 0xae
const VIDEO = 0xe0
const WIDTH = 0xb0
const HEIGHT = 0xba

interface Element {
  id: number
  start: number
  end: number
}

/** Adjacent elements (RFC 8794): an id, a length, content. The first byte of each number gives its length. */
function elementsIn(bytes: Buffer, from: number, to: number): Element[] {
  const found: Element[] = []
  const number = (at: number, keepMark: boolean): [value: number, next: number] | null => {
    const first = bytes[at]
    if (!first) return null
    const length = Math.clz32(first) - 23
    if (at + length > to) return null
    let value = keepMark ? first : first & (0xff >> length)
    for (let more = 1; more < length; more += 1) value = value * 256 + bytes[at + more]!
    // All ones: the length was unknown when it was written.
    return [!keepMark && value === 2 ** (7 * length) - 1 ? Infinity : value, at + length]
  }
  for (let at = from; at < to && found.length < MAX_BOXES;) {
    const id = number(at, true)
    const size = id && number(id[1], false)
    if (!id || !size) break
    const end = Math.min(size[1] + size[0], to)
    found.push({ id: id[0], start: size[1], end })
    at = end
  }
  return found
}

const unsigned = (bytes: Buffer, { start, end }: Element) =>
  end - start > 0 && end - start <= 6 ? bytes.readUIntBE(start, end - start) : 0

async function webmFacts(source: ByteSource, start: Buffer): Promise<VideoFacts | null> {
  if (start.length < 8 || start.readUInt32BE(0) !== EBML || !start.includes('webm')) return null
  // Info and tracks come before the pictures.
  const bytes = await source.read(0, Math.min(source.size, 1024 * 1024))
  const segment = elementsIn(bytes, 0, bytes.length).find(({ id }) => id === SEGMENT)
  if (!segment) return null
  const parts = elementsIn(bytes, segment.start, segment.end)
  const childOf = (of: Element | undefined, id: number) => of && elementsIn(bytes, of.start, of.end).find((one) => one.id === id)
  const info = parts.find(({ id }) => id === INFO)
  const duration = childOf(info, DURATION)
  const scale = childOf(info, SCALE)
  const tracks = parts.find(({ id }) => id === TRACKS)
  const video =
    tracks && elementsIn(bytes, tracks.start, tracks.end).flatMap((one) => (one.id === TRACK ? (childOf(one, VIDEO) ?? []) : []))[0]
  const [width, height] = [childOf(video, WIDTH), childOf(video, HEIGHT)]
  if (!duration || !width || !height || ![4, 8].includes(duration.end - duration.start)) return null
  const ticks = duration.end - duration.start === 4 ? bytes.readFloatBE(duration.start) : bytes.readDoubleBE(duration.start)
  const seconds = toTenths((ticks * (scale ? unsigned(bytes, scale) : 1_000_000)) / 1e9)
  return { contentType: 'video/webm', seconds, width: unsigned(bytes, width), height: unsigned(bytes, height) }
}
