import type { PageOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { offersValidator } from '#plugins/catalogue/server/validators/catalogue'
import { toOffer } from './transformers/catalogue_transformer.js'
import { listOffers } from './services/offers.js'

/** Height in pixels of the search and its filters on a phone. */
const FILTERS = 200

/** The number of courses, and the picture of the first. */
const opening: PageOpening = async ({ session, query, language }) => {
  // A search or filter is shown with its controls, which a script renders.
  if (Object.keys(query).length) return null
  const page = await listOffers(session, await offersValidator.validate({}))
  const first = page.data[0]
  const photo = first && toOffer(first, session.row.language).photo
  return {
    lead: translate(language, page.meta.more ? 'catalogue.count_more' : 'catalogue.count', { count: page.meta.total }),
    ...(photo && { picture: { url: photo.url, shape: 'whole', below: FILTERS } }),
  }
}

export default opening

/** Their services set the scope. */
export const forAdmins = true
