import { conflict } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { inOpenCompany } from '#core/kit/scope'
import { openSealed, provePassword, sealFor } from '#core/kit/vouched'
import { linkPath } from './paths.js'
import { type Told, personOf } from './people.js'
import { platformById } from './platforms.js'
import { LaunchRefused } from './refusal.js'

const PURPOSE = 'lti.link'
const SECONDS = 30 * 60

/** A platform says that somebody has an address, and there is an account at it. */
interface Linking {
  platformId: number
  userId: number
  told: Told
}
type Sealed = Linking & { company: string }

/** The page where that person shows once that the account is theirs. What was said of them is sealed into it; nothing is kept until they do. */
export async function linkingPath(linking: Linking): Promise<string> {
  const { loginId } = await ownCompany()
  const sealed: Sealed = { ...linking, company: loginId }
  return `${linkPath}?company=${encodeURIComponent(loginId)}#${sealFor(PURPOSE, sealed, SECONDS)}`
}

/** Which system says what of whom: whoever was sent here by somebody else can see that it is not them. Null for one that is over. */
export async function linkingOf(sealed: string): Promise<{ email: string | null; name: string; platform: string } | null> {
  const known = openSealed<Sealed>(PURPOSE, sealed)
  if (!known) return null
  const { email, name } = known.told
  return inOpenCompany({ plugin: 'lti', company: known.company }, async () => {
    const platform = await platformById(known.platformId).catch(() => null)
    return platform && { email, name: `${name.given} ${name.family}`.trim(), platform: platform.name }
  })
}

/**
 * Makes somebody of a platform known as the account at their address, by its password.
 * @throws AppError 409 link_over, or the reason of a refusal; 422 on `password` (wrong_password); 429 too_many_attempts
 */
export async function link(sealed: string, password: string, ip: string): Promise<void> {
  const known = openSealed<Sealed>(PURPOSE, sealed)
  if (!known) throw conflict('link_over')
  const done = await inOpenCompany({ plugin: 'lti', company: known.company }, async () => {
    const platform = await platformById(known.platformId).catch(() => null)
    if (!platform?.isActive) throw conflict('link_over')
    await provePassword(known.userId, password, ip)
    try {
      const found = await personOf(platform, known.told, known.userId)
      // Another account has the address by now.
      if (found.kind === 'unproved') throw conflict('link_over')
    } catch (error) {
      throw error instanceof LaunchRefused ? conflict(error.reason) : error
    }
    return true
  })
  if (!done) throw conflict('link_over')
}
