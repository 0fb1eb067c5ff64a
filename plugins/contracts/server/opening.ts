import { type PageOpening, askedId } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { showContract } from './services/contract_service.js'

/** Which contract it is. */
const opening: PageOpening = async ({ session, query, language }) => {
  const id = askedId(query.id)
  if (!id) return null
  return { heading: (await showContract(session, id)).name, back: translate(language, 'contracts.list.title') }
}

export default opening
