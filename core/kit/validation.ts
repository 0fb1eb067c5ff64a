// The validator of every body and query string: strict, as what comes in is somebody else's work.
export { default } from '../http/validation.js'
export { day } from './days.js'
export { version } from '../http/version_field.js'
