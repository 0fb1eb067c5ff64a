// Sign-in through a company's own directory, and requests to that directory.
export { type Admitted, type VouchedPerson, admit, provePassword } from '../accounts/vouched.js'
export { enterLaunched, enterVouched, openLaunched } from '../accounts/vouched_entry.js'
export { renameVouched, setVouchedStatus } from '../people/vouched_members.js'
export { readCookie } from '../http/cookies.js'
export { UnreachableError, assertOutside, fetchOutside } from '../http/fetch_outside.js'
export { openSealed, sealFor } from '../http/sealed.js'
