import { settings } from '../config/settings.js'
import { opaqueName } from '../http/opaque.js'

const TOKEN = /(?:^|[<+])([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([a-z0-9_-]{16}))?(?=@)/i

/** Base64url in lower case, because servers may change the case of an address. 16 of its characters cannot be guessed. */
const proofOf = (token: string) => opaqueName('core.mail.return', token.replaceAll('-', '')).slice(0, 16).toLowerCase()

const domainOf = (address: string) => address.split('@')[1] ?? 'platform'

/**
 * The return path of a mail, `bounce+<token>.<proof>@…`, where a bounce mailbox is configured, and its Message-ID. Both identify the mail
 * and cannot be guessed. But anybody who gets a reply sees its Message-ID: only the return path, which servers alone see, proves that a
 * server reports the bounce.
 */
export async function returnAddress(token: string): Promise<{ envelopeFrom: string; messageId: string }> {
  const { mailFrom, bounces } = await settings()
  const [name, domain] = (bounces.address ?? '').split('@')
  return {
    envelopeFrom: domain ? `${name}+${token.replaceAll('-', '')}.${proofOf(token)}@${domain}` : mailFrom,
    messageId: `${token}@${domainOf(mailFrom)}`,
  }
}

/** The token in an address or Message-ID of `returnAddress`; null in any other. Pure. */
export const returnTokenIn = (name: string): string | null => TOKEN.exec(name)?.[1]?.toLowerCase() ?? null

/** Whether an address is the return path of a mail of ours. Pure. */
export function isOwnEnvelope(name: string): boolean {
  const [, token, proof] = TOKEN.exec(name) ?? []
  return token !== undefined && proof?.toLowerCase() === proofOf(token.toLowerCase())
}
