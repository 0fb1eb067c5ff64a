import PostalMime, { type Address, type Email } from 'postal-mime'
import type { Message } from '../../message.js'
import type { RawMessage } from './split_mailbox.js'

/** Maximum length of a text, in characters. */
const MOST_TEXT = 500_000
const REPLACED = '\uFFFD'

const WINDOWS = new TextDecoder('windows-1252')
/** The byte of each character in Windows-1252, for texts that were wrongly decoded as Windows-1252. */
const BYTE_OF = new Map(Array.from({ length: 256 }, (_, byte) => [WINDOWS.decode(Uint8Array.of(byte)), byte]))

/** Repairs UTF-8 that was decoded as Latin-1 because its message declared that: "cafÃ©". Other texts are unchanged. Pure. */
export function repaired(text: string): string {
  if (!/[\u00C2-\u00F4]/.test(text)) return text
  const bytes: number[] = []
  for (const letter of text) {
    const byte = BYTE_OF.get(letter)
    if (byte === undefined) return text
    bytes.push(byte)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return text
  }
}

const DECLARED = /charset\s*=\s*"?(?:utf-?8|us-ascii|ascii)"?/gi

/** The same message with its charset declared as Windows-1252 where it declares UTF-8 or nothing. */
function asWindows(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1')
  const other = text.replace(DECLARED, 'charset=windows-1252')
  if (other !== text) return Buffer.from(other, 'latin1')
  const head = /^content-type:[^\r\n;]*/im
  return Buffer.from(
    head.test(text) ? text.replace(head, '$&; charset=windows-1252') : `Content-Type: text/plain; charset=windows-1252\r\n${text}`,
    'latin1',
  )
}

const parse = (bytes: Uint8Array): Promise<Email> => PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer' })
const score = ({ text = '', html = '', subject = '' }: Email) => `${text}${html}${subject}`.split(REPLACED).length

/** Parses a message; if its declared charset is wrong, it is parsed again as Windows-1252. */
async function read(bytes: Uint8Array): Promise<Email> {
  const email = await parse(bytes)
  if (score(email) === 1) return email
  const other = await parse(asWindows(bytes))
  return score(other) < score(email) ? other : email
}

const oneLine = (text: string | undefined) =>
  repaired(text ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
const flat = (addresses: readonly Address[] | undefined) =>
  (addresses ?? []).flatMap((one) => (one.group ? one.group : [one as { name: string; address: string }]))
const written = (addresses: readonly Address[] | undefined) =>
  flat(addresses)
    .map(({ name, address }) => oneLine(name ? `${name} <${address}>` : address))
    .join(', ')

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€' }

/**
 * The visible text of HTML. Nothing in it is run or fetched. A tag ends at the next `<`, so that tags that never close cost no more than
 * others. Pure.
 */
export function textOfHtml(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&#(x?)([\da-f]{1,6});/gi, (_all, hex: string, number: string) => {
      const code = parseInt(number, hex ? 16 : 10)
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    })
    .replace(/&(\w+);/g, (all, name: string) => ENTITIES[name.toLowerCase()] ?? all)
}

const tidy = (text: string) =>
  repaired(text)
    .replace(/\r\n?/g, '\n')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '')
    .replace(/(?<![^\S\n])[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

function dateOf(date: string | undefined): string | null {
  const at = date ? new Date(date) : null
  const year = at?.getUTCFullYear() ?? Number.NaN
  return year >= 1970 && year < 2200 ? at!.toISOString() : null
}

function toMessage(email: Email, cut: boolean): Message {
  const [from] = flat(email.from ? [email.from] : [])
  const body = email.text?.trim() ? email.text : textOfHtml(email.html ?? '')
  const text = tidy(body)
  return {
    date: dateOf(email.date),
    from_name: oneLine(from?.name),
    from_address: oneLine(from?.address),
    to: written(email.to),
    cc: written(email.cc),
    subject: oneLine(email.subject),
    text: text.slice(0, MOST_TEXT),
    attachments: email.attachments.map(({ filename, mimeType }) => oneLine(filename ?? mimeType)).join(', '),
    message_id: oneLine(email.messageId),
    note: cut || text.length > MOST_TEXT ? 'cut' : null,
  }
}

const EMPTY: Message = {
  ...{ date: null, from_name: '', from_address: '', to: '', cc: '', subject: '', text: '' },
  ...{ attachments: '', message_id: '', note: 'unreadable' },
}

/** Parses only the headers of a message whose parts cannot be parsed, so that every message of a mailbox has a row. */
async function headOnly(bytes: Uint8Array): Promise<Message> {
  const text = Buffer.from(bytes.subarray(0, 64 * 1024)).toString('latin1')
  const [head = ''] = text.split(/\r?\n\r?\n/, 1)
  const plain = head.replace(/^content-[\w-]+:.*(?:\r?\n[ \t].*)*\r?\n?/gim, '')
  try {
    return { ...toMessage(await parse(Buffer.from(`${plain.trimEnd()}\r\n\r\n`, 'latin1')), false), note: 'unreadable' }
  } catch {
    return EMPTY
  }
}

/** Parses messages; each returns a row, whatever its content. Runs in a worker thread. */
export default async function parseMessages(raw: readonly RawMessage[]): Promise<Message[]> {
  const messages: Message[] = []
  for (const { bytes, cut } of raw) {
    messages.push(
      await read(bytes).then(
        (email) => toMessage(email, cut),
        () => headOnly(bytes),
      ),
    )
  }
  return messages
}
