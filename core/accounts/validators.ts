import vine from '../http/validation.js'
import { offeredLanguages } from '../i18n/catalogue.js'

const email = () => vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254)
/** Login id of the company whose page this is; absent on the platform's own page. */
const company = () => vine.string().trim().toLowerCase().maxLength(100).nullable().optional()

export const checkEmailValidator = vine.create({ email: email(), company: company() })
// A long password is refused before it is hashed.
export const signInValidator = vine.create({ email: email(), password: vine.string().maxLength(200), company: company() })
export const switchValidator = vine.create({ membership: vine.number().positive().withoutDecimals() })
export const languageValidator = vine.create({ lang: vine.enum(() => offeredLanguages()) })
const code = () =>
  vine
    .string()
    .trim()
    .regex(/^\d{6}$/)
export const resetRequestValidator = vine.create({ email: email(), company: company() })
export const resetCodeValidator = vine.create({ email: email(), company: company(), code: code() })
export const resetPasswordValidator = vine.create({
  email: email(),
  company: company(),
  code: code(),
  password: vine.string().maxLength(200),
})
/** Which of it is needed, and in which words, is for account_rules.ts: the codes of specification, section 5. */
export const acceptInvitationValidator = vine.create({
  /** The secret of the invitation's link. */
  code: vine.string().maxLength(100),
  firstname: vine.optionalLine(100).optional(),
  infix: vine.infix(),
  lastname: vine.optionalLine(100).optional(),
  language: vine.enum(() => offeredLanguages()),
  /** JSON, as the specification sends it: the company, and what it asks besides (registration/metadata.ts). */
  metadata: vine.string().maxLength(60_000).optional(),
  password: vine.string().maxLength(200).optional(),
  agreed: vine.boolean().optional(),
})

/** A path on this site and nothing else: no address of another one, also after a browser took tabs and line breaks out. */
export const OWN_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u
/** It becomes the place of a redirect. */
export const windowValidator = vine.create({ path: vine.string().maxLength(500).regex(OWN_PATH) })

const secondStepToken = () => vine.string().maxLength(100)
/** Six digits of an app, or a recovery code as it was shown. */
export const secondFactorCode = () =>
  vine
    .string()
    .trim()
    .regex(/^(\d{3} ?\d{3}|[A-Za-z0-9]{5}[- ]?[A-Za-z0-9]{5})$/)
    .transform((code) => code.replaceAll(' ', ''))
export const secondStepValidator = vine.create({ token: secondStepToken(), code: secondFactorCode() })
export const enrolValidator = vine.create({ token: secondStepToken() })
