// The strict validator for every body and query string.
export { default } from '../http/validation.js'
export { day } from './days.js'
export { version } from '../http/version_field.js'
export { offeredLanguage } from '../i18n/language_field.js'
