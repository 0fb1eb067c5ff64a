import { fullName } from '#core/contract/full_name'
import { type PageOpening, idIn } from '#core/contract/opening'
import { findMember } from '#core/kit/people'
import { translate } from '#core/kit/words'

/** Height in pixels of the tabs and the line below them. */
const TABS = 45

/**
 * The first content of a profile: the person's name. Admins do not get the name here: each time they view a person is audited, and must
 * count once.
 */
const opening: PageOpening = async ({ session, query, language }) => {
  const id = idIn(query.participant)
  if (!id || query.tab !== undefined) return null
  const words = (text: string) => translate(language, `people.${text}`)
  const page = {
    back: words('participants.title'),
    part: { title: words('panel.details'), text: words('profile.details_text'), below: TABS },
  }
  if (session.isAdmin) return page
  const person = await findMember(id)
  if (!person) return null
  return { ...page, heading: fullName(person) }
}

export default opening
export const forAdmins = true
