import { textIn } from '#core/kit/words'
import type { LinkFacts } from '../services/coming_in.js'

/** The data that a visitor with the link may see: no numbers, no campaign. @param language of the reader */
export function toVisitor({ link, offers, company, standing }: LinkFacts, language: string) {
  return {
    company: { name: company.name, login_id: company.loginId },
    courses: offers.map((offer) => ({
      id: offer.courseId,
      name: textIn(offer.name, language),
      description: textIn(offer.description, language),
      minutes: offer.durationMinutes,
    })),
    type: link.type,
    price: { kind: link.price_kind, value: link.price_value },
    expires_on: link.expires_on,
    min_people: link.min_people,
    // Somebody who registers books for themselves only.
    registration: link.registration && link.min_people === 1,
    standing,
  }
}
export type VisitorView = ReturnType<typeof toVisitor>
