import type { PageOpening } from '#core/contract/opening'
import { settingsOf } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import { learningSettings } from '../../settings.js'

/** For a company that makes no courses of its own: its supervisors see the courses that it uses. */
const opening: PageOpening = async ({ language }) =>
  (await settingsOf(learningSettings)).own_courses ? null : { lead: translate(language, 'learning.used.text') }

export default opening
