import { settings } from '../config/settings.js'
import { opaqueName } from '../http/opaque.js'

const TOKEN = /(?:^|[<+])([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([a-z0-9_-]{16}))?(?=@)/i

/** Base64url in lower case: servers are not to be trusted with the case of an address. 16 of its characters cannot be guessed. */
const proofOf = (token: string) => opaqueName('core.mail.return', token.replaceAll('-', '')).slice(0, 16).toLowerCase()

const domainOf = (address: string) => address.split('@')[1] ?? 'platform'

/**
 * Where a mail says that it comes from: `bounce+<token>.<proof>@…` in the envelope, where a mailbox for what comes back is set, and
 * its Message-ID. Either names the mail again in what comes back, and nobody can guess it. But whoever gets an answer to a mail reads
 * its Message-ID there: only the envelope, which servers alone see, is also proof that one of them tells of it.
 */
export async function returnOf(token: string): Promise<{ envelopeFrom: string; messageId: string }> {
  const { mailFrom, bounces } = await settings()
  const [name, domain] = (bounces.address ?? '').split('@')
  return {
    envelopeFrom: domain ? `${name}+${token.replaceAll('-', '')}.${proofOf(token)}@${domain}` : mailFrom,
    messageId: `${token}@${domainOf(mailFrom)}`,
  }
}

/** The token in an address or a Message-ID of `returnOf`; null in any other. Pure. */
export const returnTokenIn = (name: string): string | null => TOKEN.exec(name)?.[1]?.toLowerCase() ?? null

/** Whether an address is the envelope's of one of our mails. Pure. */
export function isOwnEnvelope(name: string): boolean {
  const [, token, proof] = TOKEN.exec(name) ?? []
  return token !== undefined && proof?.toLowerCase() === proofOf(token.toLowerCase())
}
