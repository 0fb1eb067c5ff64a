import type { PageOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { listOwn } from '../services/my_trainings.js'
import { toTraining } from '../transformers/training_transformer.js'

/** Height in pixels of the facts below the name, and of the line with the due day. */
const FACTS = 32
const DUE = 36

/** The course's name, and its picture if the language still has to be chosen. */
const opening: PageOpening = async ({ session, params, language }) => {
  const rows = await listOwn(session)
  const row = rows.find(({ id }) => String(id) === params.participation)
  if (!row) return null
  const training = toTraining(row, session.row.language)
  const mustChoose = !training.language && (training.status === 'registered' || training.status === 'busy')
  return {
    heading: training.name,
    back: translate(language, 'learning.course.all'),
    ...(mustChoose &&
      training.picture && { picture: { url: training.picture.url, shape: 'whole', below: FACTS + (training.due_at ? DUE : 0) } }),
  }
}

export default opening
