import type { PageOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** The introduction of each of its two tabs. */
const opening: PageOpening = ({ query, language }) =>
  Promise.resolve({ lead: translate(language, query.tab === 'texts' ? 'mails.texts.text' : 'mails.outbox.text') })

export default opening

/** Text only. */
export const forAdmins = true
