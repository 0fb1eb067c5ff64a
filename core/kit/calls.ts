// Facts about the caller of a route, and rate limits.
export { limitCalls, mayMail } from '../accounts/attempts.js'
export { deviceOf } from '../profile/device.js'
export { readRawBody } from '../http/raw_body.js'
