import { createHash } from 'node:crypto'

/** The opaque name by which a deployment, or a platform without one, is found across companies. Pure. */
export const nameOf = (...parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
