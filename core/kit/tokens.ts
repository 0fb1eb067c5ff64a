// Secrets that work once: links and codes, by purpose; and names that say nothing to whoever reads them.
export {
  type KnownToken,
  MAX_TRIES,
  type TokenPurpose,
  type TokenSubject,
  consumeCode,
  consumeToken,
  issueCode,
  issueToken,
  readToken,
  revokeTokens,
  useToken,
} from '../accounts/tokens.js'
export { opaqueName } from '../http/opaque.js'
