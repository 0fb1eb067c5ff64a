import { createHmac } from 'node:crypto'
import { settings } from '../config/settings.js'

const { appKey } = await settings()

/**
 * A name for something that only this platform can make and that says nothing
 * about what it stands for: the same for the same input, on every node.
 * @param purpose what it is for, `<plugin>.<what>`, so that no two uses give the same
 * @param parts what is named; each part counts by itself
 * @returns 43 characters of base64url
 */
export function opaqueName(purpose: string, ...parts: readonly (string | number)[]): string {
  return createHmac('sha256', appKey)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url')
}
