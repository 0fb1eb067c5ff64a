/** The raw bytes of one message, up to the maximum. */
export interface RawMessage {
  bytes: Buffer
  /** The message was larger than the maximum and was truncated. */
  cut: boolean
}

/** Maximum size of one message, in bytes. */
const MOST_KEPT = 8 * 1024 * 1024
/** Maximum length of one line, in bytes: data without line breaks is not mail. */
const MOST_LINE = 256 * 1024
/** Maximum size of one base64 part, in bytes: enough for a text, while pictures are only listed by name. */
const MOST_BASE64 = 768 * 1024
/** Minimum length of a base64 line in a body, except the last line. */
const BASE64_LINE = 40

const NEWLINE = 10
const GREATER = 62
const FROM = Buffer.from('From ')
/** `From ada@lovelace.example Mon Jan  5 10:00:00 2026`, with or without an address. */
const STRICT = /^From .*\b[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d{1,2}:\d{2}(:\d{2})?\b/
/** Any other line that could start a message, after an empty line. */
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

/** Collects the bytes of one message at a time in a reused buffer, because a mailbox has millions of lines. */
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

  /** Returns the collected message and resets the buffer. */
  take(): RawMessage {
    const bytes = Buffer.allocUnsafeSlow(this.#size)
    this.#place.copy(bytes, 0, 0, this.#size)
    const found = { bytes, cut: this.#cut }
    ;[this.#size, this.#base64, this.#cut] = [0, 0, false]
    return found
  }
}

/** The lines of a stream with their line endings; lines that are too long are truncated. */
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
 * Splits a mailbox (mbox, with any kind of quoting) into messages. At most one message of 8 MB is in memory, whatever the size of the
 * mailbox or of a message. A file that starts with message headers is a single message.
 */
export async function* splitMailbox(stream: AsyncIterable<Buffer>): AsyncGenerator<RawMessage> {
  const kept = new Kept()
  let afterEmpty = true
  /** A line that starts a message if the next line is a header. */
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
      // Skip empty lines before the first message.
      if (!kept.isEmpty || !empty) kept.add(line)
      afterEmpty = empty
    }
  }
  if (candidate && !kept.isEmpty) kept.add(candidate.line)
  if (!kept.isEmpty) yield kept.take()
}
