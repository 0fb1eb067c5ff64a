import { createHash } from 'node:crypto'

/** The opaque name by which a deployment, or a platform without one, is found across companies. Pure. */
export const nameOf = (...parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** The opaque name by which an issuer is found across companies, as the view lti_issuers has it. Pure. */
export const issuerToken = (issuer: string): string => createHash('sha256').update(issuer).digest('hex')
