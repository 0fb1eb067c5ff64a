import type { VisitorOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** What a question to support is for. */
const opening: VisitorOpening = ({ language }) =>
  Promise.resolve({ heading: translate(language, 'support.ask.title'), lead: translate(language, 'support.ask.text') })

export default opening
