import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#core/contract/errors'
import { runInWorker } from '#core/kit/tasks'
import type { Message } from '../../message.js'
import { type RawMessage, splitMailbox } from './split_mailbox.js'

/** Maximum size in bytes and number of messages of a batch. */
const BATCH_BYTES = 1024 * 1024
const BATCH = 100
/** Number of bytes read to detect the type of a file. */
const HEAD = 64 * 1024

const parse = (batch: readonly RawMessage[]) => runInWorker<Message[]>(new URL('./parse_messages.js', import.meta.url), batch)

/**
 * Yields the messages of a mailbox in batches. At most one batch is in memory.
 * @param onBytes called with the number of bytes read so far
 */
export async function* readMailbox(path: string, onBytes: (read: number) => void = () => {}): AsyncGenerator<Message[]> {
  let read = 0
  async function* counted() {
    for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      read += piece.length
      onBytes(read)
      yield piece
    }
  }
  let batch: RawMessage[] = []
  let size = 0
  for await (const raw of splitMailbox(counted())) {
    batch.push(raw)
    size += raw.bytes.length
    if (size < BATCH_BYTES && batch.length < BATCH) continue
    yield await parse(batch)
    batch = []
    size = 0
  }
  if (batch.length) yield await parse(batch)
}

/**
 * Checks from its beginning whether a file is a mailbox.
 * @throws AppError 422 mailbox_empty; 422 not_a_mailbox for a zip, a picture and everything else
 */
export async function checkMailbox(path: string, size: number): Promise<void> {
  if (size === 0) throw new AppError(422, 'mailbox_empty')
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => file.close())
  const head = buffer.subarray(0, bytesRead)
  const text = head
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .trimStart()
  if (!text) throw new AppError(422, 'mailbox_empty')
  // Starts as a mailbox, or with the headers of a single message.
  const isMail = /^From \S/.test(text) || /^(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){2}/.test(text)
  const known = await fileTypeFromBuffer(head)
  if (!isMail || head.includes(0) || (known && !/^(?:message|text|application\/mbox)/.test(known.mime)))
    throw new AppError(422, 'not_a_mailbox')
}
