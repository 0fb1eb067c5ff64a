import vine from '../http/validation.js'
import { offeredLanguages } from '../i18n/catalogue.js'

const email = () => vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254)
/** Login id of the page's company; absent on the platform's own page. */
const company = () => vine.string().trim().toLowerCase().maxLength(100).nullable().optional()

export const checkEmailValidator = vine.create({ email: email(), company: company() })
// Refuse a long password before hashing it.
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
/** account_rules.ts decides which fields are required, and their error codes (specification, section 5). */
export const acceptInvitationValidator = vine.create({
  /** The secret of the invitation's link. */
  code: vine.string().maxLength(100),
  firstname: vine.optionalLine(100).optional(),
  infix: vine.infix(),
  lastname: vine.optionalLine(100).optional(),
  language: vine.enum(() => offeredLanguages()),
  /** JSON, as the specification sends it: the company and the answers to its extra fields (registration/metadata.ts). */
  metadata: vine.string().maxLength(60_000).optional(),
  password: vine.string().maxLength(200).optional(),
  agreed: vine.boolean().optional(),
})

/** A path on this site only. Tabs and line breaks are refused because browsers remove them. */
export const OWN_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u
/** Becomes the target of a redirect. */
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
