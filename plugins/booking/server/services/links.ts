import { serviceOf } from '#core/kit/services'
import { bookingLinksService, type LinkTerms } from '#plugins/booking_links/contract/index'
import type { Session } from '#core/kit/scope'
import type { Answers } from '../validators/booking.js'
import { findDraft } from './draft.js'

/**
 * Terms of the booking link that the wizard started with, read again each time. Null without a link or when it is not valid; then `wrong`
 * gets the reason.
 */
export async function linkOf({ link, course }: Answers, wrong: (field: string, rule: string) => void): Promise<LinkTerms | null> {
  if (!link) return null
  const terms = (await (await serviceOf(bookingLinksService))?.terms(link)) ?? { refused: 'link_unknown' as const }
  const refused = 'refused' in terms ? terms.refused : course && !terms.courses.includes(course) ? 'link_course' : null
  if (!refused && !('refused' in terms)) return terms
  wrong('link', refused!)
  return null
}

/** The courses that the link of the person's unfinished wizard allows. */
export async function linkedCourses(session: Session): Promise<readonly number[]> {
  const link = (await findDraft(session))?.answers.link
  const terms = link ? await (await serviceOf(bookingLinksService))?.terms(link) : null
  return terms && !('refused' in terms) ? terms.courses : []
}
