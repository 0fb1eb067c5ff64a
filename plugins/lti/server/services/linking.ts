import { conflict } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { stillSends } from '#core/kit/entry'
import { emit } from '#core/kit/events'
import { inOpenCompany } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { openSealed, provePassword, sealFor } from '#core/kit/vouched'
import { accountLinked } from '../events.js'
import { type ArrivedBy, byArrival } from './arrived.js'
import { linkPath, unlinkPath } from './paths.js'
import { type Told, type Vouched, personOf } from './people.js'
import { byPlatform } from './platform_people.js'
import { platformById } from './platforms.js'
import { LaunchRefused } from './refusal.js'

const PURPOSE = 'lti.link'
const SECONDS = 30 * 60
const UNDO = 'lti.unlink'
const UNDO_SECONDS = 30 * 86_400

/** Whose word it is: a platform's (LTI), or a system's that sends people by links. */
type By = { platformId: number } | ArrivedBy

/** Another system says that somebody has an address, and there is an account at it. */
interface Linking {
  by: By
  userId: number
  /** The system's word is enough, with their confirmation. */
  byConfirming?: boolean
  told: Told
}
type Sealed = Linking & { company: string }

/** The system as it is now; null when it is gone, or switched off. */
async function systemOf(by: By): Promise<{ name: string; vouched: Vouched } | null> {
  if ('integration' in by) {
    const { integration, source } = by
    return (await stillSends({ integration, source: source.id })) ? { name: source.name, vouched: byArrival(by) } : null
  }
  const platform = await platformById(by.platformId).catch(() => null)
  return platform?.isActive ? { name: platform.name, vouched: byPlatform(platform) } : null
}

/** A page with something sealed behind the #: no server's log ever has it. */
const sealedPath = (path: string, company: string, sealed: string) => `${path}?company=${encodeURIComponent(company)}#${sealed}`

/** The page where that person shows once that the account is theirs. What was said of them is sealed into it; nothing is kept until they do. */
export async function linkingPath(linking: Linking): Promise<string> {
  const { loginId } = await ownCompany()
  const sealed: Sealed = { ...linking, company: loginId }
  return sealedPath(linkPath, loginId, sealFor(PURPOSE, sealed, SECONDS))
}

/** What the page of linking shows. */
export interface ShownLinking {
  email: string | null
  name: string
  platform: string
  /** No password is asked. */
  by_confirming: boolean
}

/** Which system says what of whom: whoever was sent here by somebody else can see that it is not them. Null for one that is over. */
export async function linkingOf(sealed: string): Promise<ShownLinking | null> {
  const known = openSealed<Sealed>(PURPOSE, sealed)
  if (!known) return null
  const { email, name } = known.told
  return inOpenCompany({ plugin: 'lti', company: known.company }, async () => {
    const system = await systemOf(known.by)
    return (
      system && { email, name: `${name.given} ${name.family}`.trim(), platform: system.name, by_confirming: known.byConfirming ?? false }
    )
  })
}

/**
 * Makes somebody of another system known as the account at their address: by its password, or by confirming where the same system brought
 * that account to another company. Its person is mailed that, and how it is undone.
 * @throws AppError 409 link_over, or the reason of a refusal; 422 on `password` (wrong_password); 429 too_many_attempts
 */
export async function link(sealed: string, password: string | undefined, ip: string): Promise<void> {
  const known = openSealed<Sealed>(PURPOSE, sealed)
  if (!known) throw conflict('link_over')
  const { by, told, userId, byConfirming, company } = known
  const done = await inOpenCompany({ plugin: 'lti', company }, async () => {
    const system = await systemOf(by)
    if (!system) throw conflict('link_over')
    if (!byConfirming) await provePassword(userId, password ?? '', ip)
    // Undone there meanwhile, or another platform by now.
    else if (!(await system.vouched.isSame?.(told.subject, told.email ?? ''))) throw conflict('link_over')
    try {
      const found = await personOf(system.vouched, told, {
        proved: userId,
        within: async (trx, membershipId) => {
          const payload: Linked = { by, subject: told.subject, membershipId, company, system: system.name }
          await emit(trx, accountLinked, payload)
        },
      })
      // Another account has the address by now.
      if (found.kind === 'unproved') throw conflict('link_over')
    } catch (error) {
      throw error instanceof LaunchRefused ? conflict(error.reason) : error
    }
    return true
  })
  if (!done) throw conflict('link_over')
}

/** A link that was made, as the mail about it knows it. */
export interface Linked {
  by: By
  subject: string
  membershipId: number
  company: string
  system: string
}

/** What the mail about a link says; its button undoes it. */
export async function linkedValues(linked: Linked): Promise<Record<string, string>> {
  const path = sealedPath(unlinkPath, linked.company, sealFor(UNDO, linked, UNDO_SECONDS))
  return { system: linked.system, actionUrl: await platformUrl(path) }
}

/** Which system a link of the mail is about. Null for one that is over. */
export const unlinkingOf = (sealed: string): string | null => openSealed<Linked>(UNDO, sealed)?.system ?? null

/** Whoever has the mail undoes the link; doing it twice is fine. @throws AppError 409 unlink_over */
export async function unlink(sealed: string): Promise<void> {
  const linked = openSealed<Linked>(UNDO, sealed)
  if (!linked) throw conflict('unlink_over')
  const done = await inOpenCompany({ plugin: 'lti', company: linked.company }, async () => {
    const { by, subject, membershipId } = linked
    // Also of a system that is switched off.
    const vouched =
      'integration' in by
        ? byArrival(by)
        : byPlatform(await platformById(by.platformId).catch(() => Promise.reject(conflict('unlink_over'))))
    await vouched.forget(subject, membershipId)
    return true
  })
  if (!done) throw conflict('unlink_over')
}
