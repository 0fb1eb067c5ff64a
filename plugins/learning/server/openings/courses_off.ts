import type { PageOpening } from '#core/contract/opening'
import { settingsOf } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import { learningSettings } from '../../settings.js'

/** For a company that makes no courses of its own: why the page is empty. */
const opening: PageOpening = async ({ language }) => {
  if ((await settingsOf(learningSettings)).own_courses) return null
  const t = (id: string) => translate(language, `learning.overview.${id}`)
  return { state: { title: t('off'), text: t('off_text') } }
}

export default opening
