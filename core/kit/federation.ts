// Sign-in through a company's own directory, and requests to that directory.
export { type Admitted, type FederatedPerson, admit, provePassword } from '../accounts/federation.js'
export { enterLaunched, enterFederated, openLaunched } from '../accounts/federated_sign_in.js'
export { recordFederated, renameFederated, setFederatedStatus } from '../people/federated_members.js'
export { readCookie } from '../http/cookies.js'
export { UnreachableError, assertOutside, fetchOutside } from '../http/fetch_outside.js'
export { openSealed, sealFor } from '../http/sealed.js'
