import { day, today } from '../i18n/days.js'
import vine from '../http/validation.js'
import { secondFactorCode } from '../accounts/validators.js'
import { version } from '../http/version_field.js'

const email = () => vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254)
// A long password is refused before it is hashed.
const password = () => vine.string().maxLength(200)
const code = () =>
  vine
    .string()
    .trim()
    .regex(/^\d{6}$/)

export const GENDERS = ['male', 'female', 'unknown'] as const

/** A person's details, for their own profile and for a supervisor's changes. `detailProblems` checks which names are required. */
export const detailFields = () => ({
  firstname: vine.optionalLine(100),
  infix: vine.infix(),
  lastname: vine.optionalLine(100),
  birthdate: day({ min: '1900-01-01', max: () => today() }).nullable(),
  gender: vine.enum(GENDERS),
})

/** The mails that a person receives, and the addresses for copies. */
export const consentFields = () => ({
  receive_emails: vine.boolean(),
  forward_emails_to: email().nullable(),
})

export const detailsValidator = vine.create({ ...detailFields(), updated_at: version() })
export const consentsValidator = vine.create({ ...consentFields(), updated_at: version() })
export const changePasswordValidator = vine.create({ current: password(), password: password() })
export const askEmailValidator = vine.create({ email: email(), current: password() })
export const confirmEmailValidator = vine.create({ old_code: code(), new_code: code() })
export const endSessionsValidator = vine.create({ which: vine.enum(['others', 'all'] as const) })
export const deleteAccountValidator = vine.create({ current: password() })
export const secondFactorPasswordValidator = vine.create({ current: password() })
export const secondFactorCodeValidator = vine.create({ code: secondFactorCode() })
