import PostalMime from 'postal-mime'

/** The report of a mail server about a mail that it could not deliver. */
export interface Failure {
  /** The address accepts no mail: another one would bounce too. */
  isDead: boolean
  /** In the server's words, one line. */
  reason: string
}

/** A notification as it was read. */
export interface DeliveryStatus {
  /** Its own Message-ID, or null: identifies the notification. */
  id: string | null
  /** The mail it is about: the address of the notification, and the Message-ID of the returned mail. */
  names: string[]
  /** Null when it reports only a delay or a delivery. */
  failure: Failure | null
}

/** Unknown addresses, closed mailboxes, domains without a server (RFC 3463). 5.1.7 and 5.1.8 are about the sender. */
const DEAD = /^5\.(0\.0|1\.([01236]|10)|2\.1|4\.4)$/
const MAX_REASON = 500

// Removes control characters: the database accepts no NUL.
const oneLine = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON)

/** Whether a status (`5.1.1`), or without one a server's reply code (550), means that the address accepts no mail. Pure. */
export const isDeadAddress = (status: string | null, answer?: number): boolean =>
  status ? DEAD.test(status) : answer !== undefined && [550, 551, 553].includes(answer)

/** The enhanced status in a server's line, or null. Pure. */
export const statusIn = (text: string): string | null => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? null

/** Groups of header fields, separated by empty lines; a line that begins with white space continues the field. */
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

/** The value in `rfc822; sanne@x.example` and `smtp; 550 …`, after its type. */
const untyped = (value: string | undefined) => oneLine((value ?? '').replace(/^[\w-]+;/, ''))

/**
 * Reads a standard delivery status notification (RFC 3464). Pure.
 * @param source the raw mail
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
