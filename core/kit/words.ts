// Texts: the interface's messages on the server, and content that is kept in several languages.
export { offeredLanguages, supported, translate } from '../i18n/catalogue.js'
export { textIn } from '../i18n/text_in.js'
