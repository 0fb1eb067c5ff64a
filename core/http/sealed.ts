import encryption from '@adonisjs/core/services/encryption'

/**
 * Encrypts with the platform's key, so that a reader of the table or cookie learns nothing.
 * @param purpose `<plugin>.<what>`; a value sealed for one purpose opens for no other
 * @param seconds validity; unlimited when left out
 */
export const sealFor = (purpose: string, value: object | string, seconds?: number): string =>
  encryption.encrypt(value, { purpose, ...(seconds && { expiresIn: seconds * 1000 }) })

/** Opens a value sealed for this purpose; null for another purpose, an expired or foreign value, or another APP_KEY. */
export const openSealed = <T>(purpose: string, sealed: string): T | null => encryption.decrypt<T>(sealed, purpose)
