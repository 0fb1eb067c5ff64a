import type { VisitorOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** The question that the page asks before any script runs. */
const opening: VisitorOpening = ({ language }) =>
  Promise.resolve({ heading: translate(language, 'support.ask.title'), lead: translate(language, 'support.ask.text') })

export default opening
