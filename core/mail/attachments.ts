import type { Readable } from 'node:stream'
import { MAX_ATTACHMENT_BYTES, type MailAttachment } from '../contract/mail.js'
import { openFile } from '../files/file_store.js'

export interface OpenAttachment {
  name: string
  contentType: string
  /** In bytes. */
  size: number
  content: Buffer | Readable
}

/**
 * Opens a mail's attachments; stored files as streams.
 * @throws Error when one is gone, or when together they exceed MAX_ATTACHMENT_BYTES: a mail is not sent without its attachments
 */
export async function openAttachments(wanted: readonly MailAttachment[]): Promise<OpenAttachment[]> {
  const found = await Promise.all(wanted.map(factsOf))
  const size = found.reduce((sum, each) => sum + each.size, 0)
  if (size > MAX_ATTACHMENT_BYTES) throw new Error(`attachments_too_large: ${size} bytes, at most ${MAX_ATTACHMENT_BYTES}`)
  const open: OpenAttachment[] = []
  for (const { content, ...facts } of found) {
    const opened = await content()
    if (!opened) throw new Error(`attachment_lost: ${facts.name}`)
    open.push({ ...facts, content: opened })
  }
  return open
}

async function factsOf(attachment: MailAttachment) {
  if ('content' in attachment) {
    const { name, contentType, content } = attachment
    return { name, contentType, size: content.length, content: async () => Buffer.from(content) as Buffer | Readable | null }
  }
  const file = await openFile(attachment.file)
  if (!file) throw new Error(`attachment_lost: file ${attachment.file}`)
  const { name, contentType, size } = file.facts
  return { name: attachment.name ?? name, contentType, size, content: async () => file.open() as Promise<Buffer | Readable | null> }
}
