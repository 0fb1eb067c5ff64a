import { conflict, invalid, notFound } from '#core/contract/errors'
import { sessionOfMember } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { platformUrl } from '#core/kit/settings'
import { type TokenPurpose, issueToken, readToken, useToken } from '#core/kit/tokens'
import { textIn } from '#core/kit/words'
import { learningService } from '#plugins/learning/contract/index'
import type { Offer } from '#plugins/learning/contract/offers'
import { CLAIM, LTI_VERSION } from './claims.js'
import type { Launch } from './launch_token.js'
import { nameOf } from './names.js'
import { signAsCompany } from './own_keys.js'
import { pickPath } from './paths.js'
import { type Platform, platformById } from './platforms.js'

const PICKING: TokenPurpose = { name: 'lti.deep_link', seconds: 60 * 60, eachAlone: true }
/** The items that a platform opens as a launch. */
const LINK = 'ltiResourceLink'
const SECONDS = 5 * 60

/** A teacher's selection of our courses, until they return with it. */
interface Picking {
  platformId: number
  deployment: string
  returnUrl: string
  several: boolean
  takesLinks: boolean
  data: string | null
  language: string
  framedBy: string[] | null
}

/** Starts: stores what the return needs and opens the page with a name for it. @returns the page's path */
export async function offerCourses(
  membershipId: number,
  platform: Platform,
  deployment: string,
  launch: Launch,
  framedBy: readonly string[] | null,
): Promise<string> {
  const session = await sessionOfMember(membershipId)
  if (!session) throw notFound()
  const { returnUrl, types, several, data } = launch.deepLink!
  const takesLinks = types.includes(LINK)
  const picking: Picking = {
    platformId: platform.id,
    deployment,
    returnUrl,
    several,
    takesLinks,
    data,
    language: session.row.language,
    framedBy: framedBy && [...framedBy],
  }
  const { token } = await issueToken(PICKING, { userId: session.userId, membershipId, data: picking })
  return pickPath(token)
}

/** The platform that a teacher came from. @throws AppError 409 pick_over when it was switched off or removed meanwhile */
async function stillOn(platformId: number): Promise<Platform> {
  const platform = await platformById(platformId).catch(() => null)
  if (!platform?.isActive) throw conflict('pick_over')
  return platform
}

/** The courses that this person can select. @throws AppError 404 for another person's or none; 409 pick_over */
export async function pickable(
  membershipId: number | null,
  token: string,
): Promise<{ several: boolean; takesLinks: boolean; offers: Offer[] }> {
  const known = await readToken(PICKING, token)
  if (!known || known.membershipId !== membershipId) throw notFound()
  if (known.state !== 'open') throw conflict('pick_over')
  const { several, takesLinks, platformId } = known.data as Picking
  await stillOn(platformId)
  return { several, takesLinks, offers: (await (await serviceOf(learningService))?.offers()) ?? [] }
}

export interface Picked {
  /** The address to which the browser posts it. */
  returnUrl: string
  jwt: string
  framedBy: string[] | null
}

/**
 * The selection, signed for the platform; once.
 * @throws AppError 409 pick_over; 422 on `courses` (one_only, unknown)
 */
export async function pick(token: string, courseIds: readonly number[]): Promise<Picked> {
  const picked = await useToken(PICKING, token, async ({ data }) => {
    const picking = data as Picking
    if (!picking.several && courseIds.length > 1) throw invalid('courses', 'one_only')
    const offers = courseIds.length ? ((await (await serviceOf(learningService))?.offers(courseIds)) ?? []) : []
    if (offers.length !== new Set(courseIds).size) throw invalid('courses', 'unknown')
    const [platform, home] = await Promise.all([stillOn(picking.platformId), platformUrl('/lti/launch')])
    const items = picking.takesLinks ? offers.map((offer) => itemOf(offer, home, picking.language)) : []
    const claims = {
      iss: platform.clientId,
      aud: platform.issuer,
      nonce: nameOf(token),
      [CLAIM.messageType]: 'LtiDeepLinkingResponse',
      [CLAIM.version]: LTI_VERSION,
      [CLAIM.deployment]: picking.deployment,
      [CLAIM.contentItems]: items,
      ...(picking.data !== null && { [CLAIM.data]: picking.data }),
    }
    return { returnUrl: picking.returnUrl, framedBy: picking.framedBy, jwt: await signAsCompany(claims, SECONDS) }
  })
  if (!picked) throw conflict('pick_over')
  return picked
}

function itemOf(offer: Offer, home: string, language: string): object {
  const title = textIn(offer.name, language)
  return {
    type: LINK,
    title,
    text: textIn(offer.description, language),
    url: `${home}?course=${encodeURIComponent(offer.shortname)}`,
    custom: { course: offer.shortname },
    lineItem: { scoreMaximum: 100, label: title, resourceId: `course-${offer.courseId}`, tag: 'course' },
  }
}
