import type { PageOpening } from '#core/contract/opening'
import { settingsOf } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import { learningSettings } from '../../settings.js'

/** Where a company makes no courses of its own: why there is nothing here. */
const opening: PageOpening = async ({ language }) => {
  if ((await settingsOf(learningSettings)).own_courses) return null
  const t = (id: string) => translate(language, `learning.overview.${id}`)
  return { state: { title: t('off'), text: t('off_text') } }
}

export default opening
