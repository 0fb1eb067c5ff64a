import encryption from '@adonisjs/core/services/encryption'

/**
 * Encrypts with the platform's key: who reads the table, or the cookie, reads nothing.
 * @param purpose `<plugin>.<what>`: what was sealed for one is opened for no other
 * @param seconds how long it can be opened; for ever without
 */
export const sealFor = (purpose: string, value: object | string, seconds?: number): string =>
  encryption.encrypt(value, { purpose, ...(seconds && { expiresIn: seconds * 1000 }) })

/** What was sealed for this purpose; null for what was not, for another, is over, or was sealed with another APP_KEY. */
export const openSealed = <T>(purpose: string, sealed: string): T | null => encryption.decrypt<T>(sealed, purpose)
