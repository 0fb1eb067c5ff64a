import type { PageOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** Height in pixels of an admin's company selector. */
const CHOICE = 64

/** The first part of the page before scripts run; for an admin only after they selected a company. */
const opening: PageOpening = ({ company, session, language }) => {
  const words = (text: string) => translate(language, `directory.provider.${text}`)
  return Promise.resolve(company && { part: { title: words('title'), text: words('text'), below: session.isAdmin ? CHOICE : 0 } })
}

export default opening
export const forAdmins = true
