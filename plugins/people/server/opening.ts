import { type PageOpening, askedId } from '#core/contract/opening'
import { findMember } from '#core/kit/people'
import { translate } from '#core/kit/words'

/** Pixels of the tabs and the line below them. */
const TABS = 45

/** Whose profile it is, and how it begins. */
const opening: PageOpening = async ({ query, language }) => {
  const id = askedId(query.participant)
  if (!id || query.tab !== undefined) return null
  const person = await findMember(id)
  if (!person) return null
  return {
    heading: `${person.firstname} ${person.lastname}`,
    back: translate(language, 'people.participants.title'),
    part: { title: translate(language, 'people.panel.details'), text: translate(language, 'people.profile.details_text'), below: TABS },
  }
}

export default opening
