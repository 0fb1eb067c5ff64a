import type { VisitorOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** The title and the text of the form before any script runs. */
const opening: VisitorOpening = ({ language }) =>
  Promise.resolve({ heading: translate(language, 'marketing.interest.title'), lead: translate(language, 'marketing.interest.text') })

export default opening
