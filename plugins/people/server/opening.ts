import type { PageOpening } from '#core/contract/opening'
import { findMember } from '#core/kit/people'
import { translate } from '#core/kit/words'

/** Pixels of the tabs and the line below them. */
const TABS = 45

/** Whose profile it is, and how it begins. */
const opening: PageOpening = async ({ query, language }) => {
  if (!/^\d{1,15}$/.test(query.participant ?? '') || query.tab !== undefined) return null
  const person = await findMember(query.participant!)
  if (!person) return null
  return {
    heading: `${person.firstname} ${person.lastname}`,
    back: translate(language, 'people.participants.title'),
    part: { title: translate(language, 'people.panel.details'), text: translate(language, 'people.profile.details_text'), below: TABS },
  }
}

export default opening
