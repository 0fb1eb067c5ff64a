import PostalMime from 'postal-mime'

/** What a mail server said of a mail that it could not deliver. */
export interface Failure {
  /** The address takes no mail at all: another one would come back too. */
  isDead: boolean
  /** In the server's words, one line. */
  reason: string
}

/** A notification as it was read. */
export interface DeliveryStatus {
  /** Its own Message-ID, or null: who told it, and what makes it that one. */
  id: string | null
  /** Which mail it is about: what the notification was sent to, and the Message-ID of what it brings back. */
  names: string[]
  /** Null: it only tells of a delay, or that the mail arrived. */
  failure: Failure | null
}

/** Addresses that there are not, mailboxes that are closed, domains without a server (RFC 3463); 5.1.7 and 5.1.8 are about the sender. */
const DEAD = /^5\.(0\.0|1\.([01236]|10)|2\.1|4\.4)$/
const MAX_REASON = 500

// What is no text goes: the database takes no NUL.
const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)

/** Whether a status (`5.1.1`), or without one a server's answer (550), says that the address takes no mail. Pure. */
export const isDeadAddress = (status: string | null, answer?: number): boolean =>
  status ? DEAD.test(status) : answer !== undefined && [550, 551, 553].includes(answer)

/** The enhanced status in a server's line, or null. Pure. */
export const statusIn = (text: string): string | null => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? null

/** Groups of header fields, split at empty lines; a field goes on where a line begins with white space. */
const groupsOf = (text: string): Map<string, string>[] =>
  text
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .map((group) => {
      const fields = group.replace(/\n[ \t]+/g, ' ').split('\n')
      return new Map(
        fields.flatMap((field) => {
          const [, name, value] = /^([\w-]{1,60}):(.*)$/.exec(field) ?? []
          return name ? [[name.toLowerCase(), value!.trim()] as const] : []
        }),
      )
    })

/** `rfc822; sanne@x.example` and `smtp; 550 …`: what stands behind the kind. */
const untyped = (value: string | undefined) => oneLine((value ?? '').replace(/^[\w-]+;/, ''))

/**
 * Reads a standard delivery status notification (RFC 3464). Pure.
 * @param source the mail as it came
 * @returns null for any other mail
 */
export async function readDeliveryStatus(source: Uint8Array): Promise<DeliveryStatus | null> {
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'utf8', forceRfc822Attachments: true, maxNestingDepth: 20 })
  const part = (...types: string[]) => mail.attachments.find(({ mimeType }) => types.includes(mimeType))?.content
  const told = part('message/delivery-status', 'message/global-delivery-status')
  if (typeof told !== 'string') return null
  const returned = part('message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers')
  const original = typeof returned === 'string' ? groupsOf(returned)[0] : undefined
  const recipients = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(({ address }) => address ?? [])
  const failed = groupsOf(told).find((group) => group.get('action')?.toLowerCase() === 'failed')
  const delivered = mail.headers.filter(({ key }) => key === 'delivered-to' || key === 'x-original-to').map(({ value }) => value)
  return {
    id: mail.messageId ?? null,
    names: [...recipients, ...delivered, original?.get('message-id') ?? '', original?.get('return-path') ?? ''].filter(Boolean),
    failure: failed ? failureOf(failed) : null,
  }
}

function failureOf(group: Map<string, string>): Failure {
  const diagnostic = untyped(group.get('diagnostic-code'))
  const status = statusIn(group.get('status') ?? '') ?? statusIn(diagnostic)
  return { isDead: isDeadAddress(status), reason: oneLine(diagnostic || status || 'failed') }
}
