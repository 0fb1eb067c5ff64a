import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import vine from '../http/validation.js'

// The form in which browsers send an authenticator's response (WebAuthn Level 3, section 5.1): base64url throughout.
const part = (max: number) =>
  vine
    .string()
    .maxLength(max)
    .regex(/^[\w-]+$/)
const token = () => vine.string().maxLength(100)
const made = () =>
  vine.object({
    id: part(1400),
    response: vine.object({
      clientDataJSON: part(8000),
      attestationObject: part(60_000),
      transports: vine
        .array(vine.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
        .maxLength(10)
        .optional(),
    }),
  })

interface Made {
  id: string
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined }
}
interface Signed {
  id: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | undefined }
}

/** A passkey that a browser created, with its name. */
export const passkeyMadeValidator = vine.create({ token: token(), name: vine.line(60), response: made() })

/** A passkey's signature. */
export const passkeySignedValidator = vine.create({
  token: token(),
  response: vine.object({
    id: part(1400),
    response: vine.object({
      clientDataJSON: part(8000),
      authenticatorData: part(8000),
      signature: part(8000),
      userHandle: part(200).optional(),
    }),
  }),
})

const credential = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })
export const asMade = ({ id, response }: Made) => ({ ...credential(id), response }) as RegistrationResponseJSON
export const asSigned = ({ id, response }: Signed) => ({ ...credential(id), response }) as AuthenticationResponseJSON
