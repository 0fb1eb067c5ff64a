import type { PageOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { mainTraining, openTrainings } from '../../contract/main_training.js'
import { listOwn } from '../services/my_trainings.js'
import { toTraining } from '../transformers/training_transformer.js'

/** The number of open trainings, and the picture of the one at the top. */
const opening: PageOpening = async ({ session, query, language }) => {
  const trainings = (await listOwn(session)).map((row) => toTraining(row, session.row.language))
  const main = query.toon === undefined ? mainTraining(trainings) : undefined
  return {
    lead: translate(language, 'learning.trainings.lead', { count: openTrainings(trainings).length }),
    ...(main?.picture && { picture: { url: main.picture.url, shape: 'card', below: 0 } }),
  }
}

export default opening
