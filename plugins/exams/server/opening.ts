import { type PageOpening, idIn } from '#core/contract/opening'
import { textIn, translate } from '#core/kit/words'
import { showMoment } from './services/moment_service.js'

/** The exam of a moment. */
const opening: PageOpening = async ({ session, params, language }) => {
  const id = idIn(params.moment)
  if (!id) return null
  const moment = await showMoment(session, id)
  return { heading: textIn(moment.course_name, session.row.language), back: translate(language, 'exams.moments.title') }
}

export default opening
