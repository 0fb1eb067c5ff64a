// The platform's signatures, which anybody can verify.
export { type Signature, isSigned, publicKey, signFor } from '../signing/platform_key.js'
