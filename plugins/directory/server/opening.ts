import type { PageOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** Pixels of an admin's choice of a company. */
const CHOICE = 64

/** How the first part of the page begins; to an admin once they chose whose it is. */
const opening: PageOpening = ({ company, session, language }) => {
  const words = (text: string) => translate(language, `directory.provider.${text}`)
  return Promise.resolve(company && { part: { title: words('title'), text: words('text'), below: session.isAdmin ? CHOICE : 0 } })
}

export default opening
export const forAdmins = true
