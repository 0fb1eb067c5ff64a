import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { CellValue, ColumnKind } from '#core/contract/lists'
import { can } from '#core/contract/access'
import { AppError, conflict } from '#core/contract/errors'
import type { TaskView } from '#core/contract/tasks'
import { addDays, endOf } from '#core/kit/days'
import { FILE_TYPES, spreadsheet } from '#core/kit/lists'
import type { Session } from '#core/kit/scope'
import { translate } from '#core/kit/words'
import { defineTask, startTask } from '#core/kit/tasks'
import { type Column, COLUMNS, type Message } from '../../message.js'
import { readMailbox } from './read_mailbox.js'
import { Seen } from './seen.js'
import { mailboxes } from './uploads.js'

export interface Order {
  token: string
  format: 'csv' | 'xlsx'
  columns: readonly Column[]
  /** `words` have to occur in subject or text, `sender` in the name or address of the sender. */
  words: string
  sender: string
  /** `yyyy-mm-dd`. If one is set, messages without a valid date are left out. */
  from: string | null
  until: string | null
  /** Leaves out duplicates: messages with the same id, or else the same sender, date, subject and text. */
  unique: boolean
}

/** Maximum number of rows of a sheet in Excel, without the header row. */
const MOST_SHEET_ROWS = 1_048_575
const MEGABYTE = 1024 * 1024

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a message matches the filters. */
export function isWanted(message: Message, { words, sender, from, until }: Pick<Order, 'words' | 'sender' | 'from' | 'until'>): boolean {
  const at = message.date ? Date.parse(message.date) : null
  if (from && !(at !== null && at > endOf(addDays(from, -1)).toMillis())) return false
  if (until && !(at !== null && at <= endOf(until).toMillis())) return false
  if (sender && !plain(`${message.from_name} ${message.from_address}`).includes(plain(sender))) return false
  const text = words && plain(`${message.subject} ${message.text}`)
  return (
    !words ||
    plain(words)
      .split(/\s+/)
      .every((word) => text.includes(word))
  )
}

/** Returns the hash of a message for finding duplicates: of its id, or without one of its sender, date, subject and text. */
const hashOf = ({ message_id: id, from_address: from, date, subject, text }: Message) =>
  createHash('sha256').update(id ? `i${id}` : JSON.stringify([from, date, subject, text]))

/** The rows of the requested file. @param onBytes called with the number of bytes read from the mailbox */
export async function* rowsOf(
  path: string,
  order: Order,
  language: string,
  onBytes: (read: number) => Promise<void>,
): AsyncGenerator<CellValue[][]> {
  const seen = new Seen()
  let [read, rows] = [0, 0]
  for await (const messages of readMailbox(path, (bytes) => (read = bytes))) {
    const wanted = messages.filter((message) => isWanted(message, order) && (!order.unique || seen.add(hashOf(message))))
    rows += wanted.length
    if (order.format === 'xlsx' && rows > MOST_SHEET_ROWS) throw new AppError(422, 'too_many_for_sheet')
    yield wanted.map((message) => columnsOf(order).map((column) => cellOf(message, column, language)))
    await onBytes(read)
  }
}

const columnsOf = ({ columns }: Order) => COLUMNS.filter((column) => columns.includes(column))
const kindOf = (column: Column): ColumnKind => (column === 'date' ? 'moment' : 'text')

function cellOf(message: Message, column: Column, language: string): CellValue {
  if (column === 'date') return message.date && new Date(message.date)
  if (column === 'note') return message.note && translate(language, `mailbox_tools.note.${message.note}`)
  return message[column]
}

/** Streams a mailbox into a file. */
export const convertTask = defineTask<Order & { name: string }>({
  name: 'mailbox_tools.convert',
  label: 'mailbox_tools.task',
  again: true,
  access: can('mailbox_tools.use'),
  about: ({ name }) => name,
  run: async (task) => {
    const { session, payload } = task
    const mailbox = await mailboxes.own(session, payload.token).catch(() => {
      throw new AppError(422, 'mailbox_gone')
    })
    const { size } = await stat(mailbox.path)
    const total = Math.max(1, Math.ceil(size / MEGABYTE))
    const { language } = session.row
    const heads = columnsOf(payload).map((column) => ({
      header: translate(language, `mailbox_tools.column.${column}`),
      kind: kindOf(column),
    }))
    const rows = rowsOf(mailbox.path, payload, language, (read) => task.progress(Math.min(total, Math.ceil(read / MEGABYTE)), total))
    const name = payload.name.replace(/\.(mbox|mbx|eml|txt)$/i, '')
    await task.file(spreadsheet(payload.format, name, heads, rows), `${name}.${payload.format}`, FILE_TYPES[payload.format])
  },
})

/** Starts converting one of the person's own mailboxes. @throws AppError 404; 409 upload_unfinished; as `startTask` */
export async function startConverting(session: Session, order: Order): Promise<TaskView> {
  const mailbox = await mailboxes.own(session, order.token)
  if (mailbox.received < mailbox.size) throw conflict('upload_unfinished')
  return startTask(session, convertTask, { ...order, name: mailbox.name })
}

/** Messages in a preview. */
const SHOWN = 5
const SHOWN_TEXT = 300

/** The first messages of one of the person's own mailboxes. @throws AppError 404; 409 upload_unfinished */
export async function preview(session: Session, token: string): Promise<Message[]> {
  const mailbox = await mailboxes.own(session, token)
  if (mailbox.received < mailbox.size) throw conflict('upload_unfinished')
  const found: Message[] = []
  for await (const messages of readMailbox(mailbox.path)) {
    found.push(...messages.slice(0, SHOWN - found.length))
    if (found.length >= SHOWN) break
  }
  return found.map((message) => ({ ...message, text: message.text.slice(0, SHOWN_TEXT) }))
}
