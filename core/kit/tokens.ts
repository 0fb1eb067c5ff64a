// Single-use links and codes by purpose, and opaque names.
export { limitGuesses } from '../accounts/attempts.js'
export { MAX_TRIES, checkCode, consumeCode, issueCode, lockedFor } from '../accounts/codes.js'
export {
  type KnownToken,
  type TokenPurpose,
  type TokenSubject,
  consumeToken,
  issueToken,
  readToken,
  revokeTokens,
  useToken,
} from '../accounts/tokens.js'
export { opaqueName } from '../http/opaque.js'
