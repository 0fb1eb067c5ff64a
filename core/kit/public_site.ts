// A public page that is only its document, shown by a route for a preview.
export { sendPublicDocument } from '../pages/public_document.js'
