// Signing for the platform, so that anybody can tell what it said.
export { type Signature, isSigned, publicKey, signFor } from '../signing/platform_key.js'
