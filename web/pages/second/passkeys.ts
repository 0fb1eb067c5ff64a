import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { ApiError } from '#web/api'

/** Whether this browser supports passkeys. */
export const knowsPasskeys = () => typeof window.PublicKeyCredential === 'function'

/** The person cancelled or waited too long; browsers do not tell which. @throws ApiError with `passkey_cancelled` */
const orCancelled = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    throw new ApiError(409, isKnown ? 'passkey_known' : 'passkey_cancelled')
  }
}

/** Asks the browser to create a passkey. @throws ApiError passkey_cancelled, passkey_known */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, response } = await orCancelled(startRegistration({ optionsJSON: options }))
  const { clientDataJSON, attestationObject, transports } = response
  return { id, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } }
}

/** Asks the browser to sign with a passkey. @throws ApiError passkey_cancelled */
export async function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, response } = await orCancelled(startAuthentication({ optionsJSON: options }))
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, response: { clientDataJSON, authenticatorData, signature } }
}
