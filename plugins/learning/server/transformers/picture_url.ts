// Separate from the transformers, because it needs no application.
export { pictureUrl } from '../../contract/offers.js'
