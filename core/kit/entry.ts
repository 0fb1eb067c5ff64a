/** Letting a person in by something else than their password: a launch, a signed link, another system. */
export { enter, openSession, showAtDoor, type Entry } from '../accounts/entry.js'
export { isOrigin } from '../accounts/origin.js'
