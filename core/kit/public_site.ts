// A public page that is its document alone, shown by a route: a preview.
export { sendPublicDocument } from '../pages/public_document.js'
