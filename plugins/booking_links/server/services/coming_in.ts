import { conflict, invalid } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { startRegistration } from '#core/kit/registration'
import { inCompanyOfToken, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { bookingService } from '#plugins/booking/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import type { Offer } from '#plugins/learning/contract/offers'
import { findLink, type LinkRow, LINKS } from './store.js'
import { recordStarted, refusalOf } from './uses.js'

/** The visitor of a link: a person who may book with it, or the reason why they may not. */
export type Standing = 'ready' | 'visitor' | 'other_company' | 'not_allowed'

export interface LinkFacts {
  link: LinkRow
  /** The link's courses that can still be booked, in the link's order. */
  offers: Offer[]
  company: { name: string; loginId: string }
  standing: Standing
}

/**
 * Runs `fn` in the company of the link, if the link is valid.
 * @throws AppError 404 for an unknown token; 409 link_off, link_expired, link_used_up, link_course_gone
 */
function atOpenLink<T>(token: string, fn: (open: Pick<LinkFacts, 'link' | 'offers'>) => Promise<T>): Promise<T> {
  return inCompanyOfToken({ plugin: 'booking_links', table: LINKS, token }, async () => {
    const link = await findLink({ token })
    const refused = refusalOf(link.state)
    if (refused) throw conflict(refused)
    const known = new Map((await (await serviceOf(learningService))?.offers(link.course_ids))?.map((offer) => [offer.courseId, offer]))
    const offers = link.course_ids.flatMap((id) => known.get(id) ?? [])
    if (!offers.length || !(await serviceOf(bookingService))) throw conflict('link_course_gone')
    return fn({ link, offers })
  })
}

function standingOf(session: Session | null, link: LinkRow): Standing {
  if (!session) return 'visitor'
  if (session.companyId !== link.company_id) return session.isAdmin ? 'not_allowed' : 'other_company'
  const books = link.min_people > 1 ? 'booking.others' : 'booking.wizard'
  return session.membershipId && session.can(books) ? 'ready' : 'not_allowed'
}

/** The data of a link's page. @throws AppError as atOpenLink */
export const linkFacts = (token: string, session: Session | null): Promise<LinkFacts> =>
  atOpenLink(token, async (open) => {
    const { name, loginId } = await ownCompany()
    return { ...open, company: { name, loginId }, standing: standingOf(session, open.link) }
  })

/**
 * Starts a registration in the link's company for a person without an account. The answer is the same for an address that has one.
 * @throws AppError as atOpenLink and startRegistration; 409 registration_closed
 */
export const register = (token: string, given: { email: string; language: string; ip: string }) =>
  atOpenLink(token, async ({ link }) => {
    // Somebody who registers books for themselves only.
    if (!link.registration || link.min_people > 1) throw conflict('registration_closed')
    const { loginId } = await ownCompany()
    const target = { companyId: link.company_id, role: 'leerling' as const, via: 'booking_links.link' }
    return { ...(await startRegistration(given, target)), loginId }
  })

/**
 * Fills in the wizard of the signed-in person, and counts that once.
 * @throws AppError as atOpenLink; 409 other_company, not_allowed; 422 on `course`: enum
 */
export const begin = (token: string, session: Session, course: number): Promise<void> =>
  atOpenLink(token, async ({ link, offers }) => {
    const standing = standingOf(session, link)
    if (standing !== 'ready') throw conflict(standing)
    if (!offers.some(({ courseId }) => courseId === course)) throw invalid('course', 'enum')
    const { type, city, language, month } = link
    const { isNew } = (await (
      await serviceOf(bookingService)
    )?.begin(session, {
      ...{ link: token, course, type, moment: link.moment_id },
      moments: { city, language, month },
    })) ?? { isNew: false }
    if (isNew) await recordStarted(link.id)
  })
