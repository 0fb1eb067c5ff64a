import type { PageOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'

/** The start of an import page: the same for everybody. */
const opening: PageOpening = ({ language }) => {
  const t = (id: string) => translate(language, `people.import.${id}`)
  return Promise.resolve({ part: { title: t('file'), text: t('members.file_text'), below: 0 } })
}

export default opening

/** Text only. */
export const forAdmins = true
