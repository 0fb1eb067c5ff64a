// Apart from the transformers, as it needs no application.
export { pictureUrl } from '../../contract/offers.js'
