import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

// Writes mailboxes as large as wanted, of the messages that real ones have. The same number gives the same message.

const LINE = 'Beste Ada, hierbij de planning van volgende week; laat je weten of het lukt met de kraan?'
const base64 = (bytes: number) => Buffer.alloc(bytes, 'plaatje van een windmolen ').toString('base64').replace(/.{76}/g, '$&\n')
const SMALL = base64(20_000)
const LARGE = base64(400_000)

const part = (type: string, body: string, more = '') => `--deel\nContent-Type: ${type}\n${more}\n${body}\n`
const multipart = (kind: string, parts: string[]) => ({
  head: `MIME-Version: 1.0\nContent-Type: multipart/${kind}; boundary="deel"\n`,
  body: `${parts.join('')}--deel--\n`,
})
const attachment = (content: string) =>
  part('image/jpeg', content, 'Content-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="foto.jpg"\n')

function contentOf(number: number): { head: string; body: string } {
  const text = `${LINE}\n`.repeat(20 + ((number * 37) % 150))
  const plain = part('text/plain; charset=utf-8', text)
  if (number % 40 === 0) return multipart('mixed', [plain, attachment(LARGE)])
  if (number % 20 === 0) return multipart('mixed', [plain, attachment(SMALL)])
  if (number % 7 === 0)
    return multipart('alternative', [plain, part('text/html; charset=utf-8', `<div><p>${text.replaceAll('\n', '</p>\n<p>')}</p></div>`)])
  if (number % 11 === 0)
    return multipart('mixed', [plain, part('message/rfc822', `Subject: Doorgestuurd\nFrom: Bob <bob@large.example>\n\n${text}`)])
  // Declares another encoding than it has.
  if (number % 13 === 0) return { head: 'Content-Type: text/plain; charset=iso-8859-1\n', body: `Één café\n${text}` }
  return { head: 'Content-Type: text/plain; charset=utf-8\n', body: text }
}

/** A message of a few kilobytes on average: plain, HTML, forwarded, with pictures, or with a wrong encoding. */
export function ordinary(number: number): string {
  const { head, body } = contentOf(number)
  return `From x@large.example Mon Jan 05 10:00:00 2026\nMessage-ID: <${number}@large.example>\nDate: Mon, 05 Jan 2026 10:00:00 +0100\nFrom: Persoon ${number} <p${number % 5000}@large.example>\nTo: Ada <ada@large.example>\nSubject: Planning ${number}\n${head}\n${body}\n`
}

/** A message of minimum size, so that a mailbox contains as many as possible. */
export const tiny = (number: number): string =>
  `From x@large.example Mon Jan 05 10:00:00 2026\nMessage-ID: <${number}@large.example>\nFrom: p${number}@large.example\nSubject: ${number}\n\nJa.\n\n`

/** Writes a single message of the given size, in one piece of base64 without an end. */
export async function writeOneMessage(path: string, bytes: number): Promise<void> {
  const file = createWriteStream(path)
  file.write(
    'From x@large.example Mon Jan 05 10:00:00 2026\nMessage-ID: <only-one@large.example>\nFrom: Ada <ada@large.example>\nSubject: Alles\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n',
  )
  for (let written = 0; written < bytes; written += LARGE.length) if (!file.write(LARGE)) await once(file, 'drain')
  file.end()
  await once(file, 'finish')
}

/** Writes messages until the file has the given size. @returns the number of messages */
export async function writeMailbox(path: string, bytes: number, message: (number: number) => string): Promise<number> {
  const file = createWriteStream(path)
  let [written, number] = [0, 0]
  while (written < bytes) {
    let batch = ''
    while (batch.length < 256 * 1024 && written + batch.length < bytes) batch += message(++number)
    written += batch.length
    if (!file.write(batch)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  return number
}
