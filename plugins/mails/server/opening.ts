import type { PageOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** What each of its two tabs is about. */
const opening: PageOpening = ({ query, language }) =>
  Promise.resolve({ lead: translate(language, query.tab === 'texts' ? 'mails.texts.text' : 'mails.outbox.text') })

export default opening

/** Nothing but words. */
export const forAdmins = true
