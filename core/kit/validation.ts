// The strict validator for every body and query string.
export { default } from '../http/validation.js'
export { day } from './days.js'
export { version } from '../http/version_field.js'
