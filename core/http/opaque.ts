import { createHmac } from 'node:crypto'
import { settings } from '../config/settings.js'

const { appKey } = await settings()

/**
 * A name that only this platform can make and that reveals nothing. The same input gives the same name on every node.
 * @param purpose `<plugin>.<what>`, so that different uses give different names
 * @param parts what is named; the parts are kept apart
 * @returns 43 characters of base64url
 */
export function opaqueName(purpose: string, ...parts: readonly (string | number)[]): string {
  return createHmac('sha256', appKey)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url')
}
