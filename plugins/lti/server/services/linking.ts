import { conflict } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { mayStillSend } from '#core/kit/entry'
import { emit } from '#core/kit/events'
import { inOpenCompany } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { openSealed, provePassword, sealFor } from '#core/kit/federation'
import { accountLinked } from '../events.js'
import { type ArrivedBy, byArrival } from './arrived.js'
import { linkPath, unlinkPath } from './paths.js'
import { type LaunchDetails, type IdentitySource, personOf } from './people.js'
import { byPlatform } from './platform_people.js'
import { platformById } from './platforms.js'
import { LaunchRefused } from './refusal.js'

const PURPOSE = 'lti.link'
const SECONDS = 30 * 60
const UNDO = 'lti.unlink'
const UNDO_SECONDS = 30 * 86_400

/** The source that identifies a person: a platform (LTI), or a system that sends people by links. */
type By = { platformId: number } | ArrivedBy

/** Another system says that a person has an address, and an account exists at it. */
interface Linking {
  by: By
  userId: number
  /** The system's word plus the person's confirmation are enough. */
  byConfirming?: boolean
  told: LaunchDetails
}
type Sealed = Linking & { company: string }

/** The current system; null when it was removed or switched off. */
async function systemOf(by: By): Promise<{ name: string; identity: IdentitySource } | null> {
  if ('integration' in by) {
    const { integration, source } = by
    return (await mayStillSend({ integration, source: source.id })) ? { name: source.name, identity: byArrival(by) } : null
  }
  const platform = await platformById(by.platformId).catch(() => null)
  return platform?.isActive ? { name: platform.name, identity: byPlatform(platform) } : null
}

/** A page with sealed data behind the #, which no server log ever contains. */
const sealedPath = (path: string, company: string, sealed: string) => `${path}?company=${encodeURIComponent(company)}#${sealed}`

/**
 * The page where the person proves once that the account is theirs. The data about them is sealed into the address; nothing is stored until
 * they do.
 */
export async function linkingPath(linking: Linking): Promise<string> {
  const { loginId } = await ownCompany()
  const sealed: Sealed = { ...linking, company: loginId }
  return sealedPath(linkPath, loginId, sealFor(PURPOSE, sealed, SECONDS))
}

/** The data of the linking page. */
export interface ShownLinking {
  email: string | null
  name: string
  platform: string
  /** No password is needed. */
  by_confirming: boolean
}

/** Returns the system and the person that it named, so that somebody else can see that it is not them. Null if expired. */
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
 * Links a person of another system to the account at their address: with its password, or with a confirmation when the same system already
 * linked that account in another company. The person gets a mail that explains how to undo it.
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
    // Undone there meanwhile, or the platform has changed.
    else if (!(await system.identity.isSame?.(told.subject, told.email ?? ''))) throw conflict('link_over')
    try {
      const found = await personOf(system.identity, told, {
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

/** A link that was made, as the mail about it identifies it. */
export interface Linked {
  by: By
  subject: string
  membershipId: number
  company: string
  system: string
}

/** The content of the mail about a link; its button undoes it. */
export async function linkedValues(linked: Linked): Promise<Record<string, string>> {
  const path = sealedPath(unlinkPath, linked.company, sealFor(UNDO, linked, UNDO_SECONDS))
  return { system: linked.system, actionUrl: await platformUrl(path) }
}

/** The system of the link in the mail. Null for an expired one. */
export const unlinkingOf = (sealed: string): string | null => openSealed<Linked>(UNDO, sealed)?.system ?? null

/** Anybody with the mail can undo the link; repeating it is harmless. @throws AppError 409 unlink_over */
export async function unlink(sealed: string): Promise<void> {
  const linked = openSealed<Linked>(UNDO, sealed)
  if (!linked) throw conflict('unlink_over')
  const done = await inOpenCompany({ plugin: 'lti', company: linked.company }, async () => {
    const { by, subject, membershipId } = linked
    // Also for a system that is switched off.
    const identity =
      'integration' in by
        ? byArrival(by)
        : byPlatform(await platformById(by.platformId).catch(() => Promise.reject(conflict('unlink_over'))))
    await identity.forget(subject, membershipId)
    return true
  })
  if (!done) throw conflict('unlink_over')
}
