// What a call tells of who makes it, and how often it may be made.
export { limitCalls, mayMail } from '../accounts/attempts.js'
export { deviceOf } from '../profile/device.js'
export { readRawBody } from '../http/raw_body.js'
