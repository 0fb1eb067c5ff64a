/** Signing a person in without their password: by a launch, a signed link, another system. */
export { onArrival, mayStillSend } from '../accounts/arrivals.js'
export { enter, openSession, showOnSignInPage, type Entry } from '../accounts/entry.js'
export { isOrigin } from '../accounts/origin.js'
export { type EnteredByCode, enterByCode } from '../accounts/code_entry.js'
