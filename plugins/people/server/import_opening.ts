import type { PageOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** The first content of the import page: the same for everybody. */
const opening: PageOpening = ({ language }) => {
  const t = (id: string) => translate(language, `people.import.${id}`)
  return Promise.resolve({ part: { title: t('file'), text: t('file_text'), below: 0 } })
}

export default opening

/** Only texts, no data. */
export const forAdmins = true
