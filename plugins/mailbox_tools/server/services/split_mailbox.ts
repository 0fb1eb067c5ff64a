/** The raw bytes of one message, as far as they are kept. */
export interface RawMessage {
  bytes: Buffer
  /** It was larger than is kept; its beginning is here. */
  cut: boolean
}

/** Kept of one message, in bytes. */
const MOST_KEPT = 8 * 1024 * 1024
/** Kept of one line: what has no line breaks is no mail. */
const MOST_LINE = 256 * 1024
/** Kept of one part in base64: a text that long is there, a picture is only listed. */
const MOST_BASE64 = 768 * 1024
/** A line of base64 in a body is at least so long, but for the last. */
const BASE64_LINE = 40

const NEWLINE = 10
const GREATER = 62
const FROM = Buffer.from('From ')
/** `From ada@lovelace.example Mon Jan  5 10:00:00 2026`, with or without an address. */
const STRICT = /^From .*\b[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d{1,2}:\d{2}(:\d{2})?\b/
/** Any other line that could begin a message, after an empty line. */
const LOOSE = /^From \S+/
const HEADER = /^(?:[!-9;-~]+:|>From )/
const QUOTED = /^>+From /

const IS_BASE64 = new Uint8Array(256)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n') IS_BASE64[letter.charCodeAt(0)] = 1

function isBase64(line: Buffer): boolean {
  if (line.length < BASE64_LINE) return false
  for (const byte of line) if (!IS_BASE64[byte]) return false
  return true
}
const isEmpty = (line: Buffer) => line.length === 0 || line[0] === NEWLINE || (line[0] === 13 && (line.length === 1 || line[1] === NEWLINE))
const headOf = (line: Buffer) => line.subarray(0, 200).toString('latin1')

/** Collects what is kept of one message after the other, in one place: a mailbox has millions of lines. */
class Kept {
  #place = Buffer.allocUnsafeSlow(64 * 1024)
  #size = 0
  #base64 = 0
  #cut = false

  add(line: Buffer): void {
    if (isBase64(line)) {
      this.#base64 += line.length
      if (this.#base64 > MOST_BASE64) return
    } else this.#base64 = 0
    const own = line[0] === GREATER && QUOTED.test(headOf(line)) ? line.subarray(1) : line
    const end = this.#size + own.length
    if (end > MOST_KEPT) {
      this.#cut = true
      return
    }
    if (end > this.#place.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(MOST_KEPT, Math.max(end, 2 * this.#place.length)))
      this.#place.copy(larger, 0, 0, this.#size)
      this.#place = larger
    }
    own.copy(this.#place, this.#size)
    this.#size = end
  }

  get isEmpty(): boolean {
    return this.#size === 0 && !this.#cut
  }

  /** Gives what was kept, and begins anew. */
  take(): RawMessage {
    const bytes = Buffer.allocUnsafeSlow(this.#size)
    this.#place.copy(bytes, 0, 0, this.#size)
    const found = { bytes, cut: this.#cut }
    ;[this.#size, this.#base64, this.#cut] = [0, 0, false]
    return found
  }
}

/** The lines of a stream with their ends; of one that is too long the beginning. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = []
  let size = 0
  for await (const piece of stream) {
    const lines: Buffer[] = []
    let at = 0
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, at)) {
      const tail = piece.subarray(at, end + 1)
      lines.push(size ? Buffer.concat([...rest, tail.subarray(0, Math.max(1, MOST_LINE - size))]) : tail.subarray(0, MOST_LINE))
      rest = []
      size = 0
      at = end + 1
    }
    const left = piece.subarray(at)
    if (left.length && size < MOST_LINE) {
      rest.push(Buffer.from(left.subarray(0, MOST_LINE - size)))
      size = Math.min(MOST_LINE, size + left.length)
    }
    yield lines
  }
  if (rest.length) yield [Buffer.concat(rest)]
}

/**
 * Reads a mailbox (mbox, with any of its ways to quote) message by message. However large it or one of its messages is, no more than one message of
 * 8 MB is in memory. A file that begins with the head of a message is one message.
 */
export async function* splitMailbox(stream: AsyncIterable<Buffer>): AsyncGenerator<RawMessage> {
  const kept = new Kept()
  let afterEmpty = true
  /** A line that begins a message if the next one is a header. */
  let candidate: { line: Buffer; isStrict: boolean } | null = null
  for await (const lines of linesOf(stream)) {
    for (const line of lines) {
      if (candidate) {
        const begins = HEADER.test(headOf(line)) || (candidate.isStrict && isEmpty(line))
        if (!begins) kept.add(candidate.line)
        else if (!kept.isEmpty) yield kept.take()
        candidate = null
      }
      if (line.length >= FROM.length && line.subarray(0, FROM.length).equals(FROM)) {
        const head = headOf(line)
        const isStrict = STRICT.test(head)
        if (isStrict || (afterEmpty && LOOSE.test(head))) {
          candidate = { line: Buffer.from(line), isStrict }
          afterEmpty = false
          continue
        }
      }
      const empty = isEmpty(line)
      // What stands before the first message, such as empty lines.
      if (!kept.isEmpty || !empty) kept.add(line)
      afterEmpty = empty
    }
  }
  if (candidate && !kept.isEmpty) kept.add(candidate.line)
  if (!kept.isEmpty) yield kept.take()
}
