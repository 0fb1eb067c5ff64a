import { FIELD_KINDS } from '#core/contract/registration'
import { LANGUAGES } from '#core/contract/languages'
import vine, { offeredLanguage } from '#core/kit/validation'

const email = () => vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254)
const token = () => vine.string().maxLength(100).nullable().optional()
const company = () => vine.optionalLine(200).nullable().optional()
const role = () => vine.enum(['leerling', 'beheerder'] as const).optional()

/** The code is numeric, up to six digits (specification, section 5); a shorter one is never a mailed code. */
const code = () =>
  vine
    .string()
    .trim()
    .regex(/^\d{1,6}$/)

const target = { token: token(), company: company(), role: role() }
export const stateValidator = vine.create({ ...target, begun: vine.queryBoolean().optional() })
export const startValidator = vine.create({ ...target, begun: vine.boolean().optional(), email: email(), language: offeredLanguage() })
export const verifyValidator = vine.create({ code: code() })
export const updateValidator = vine.create({
  firstname: vine.optionalLine(100).optional(),
  infix: vine.infix(),
  lastname: vine.optionalLine(100).optional(),
  language: offeredLanguage(),
  metadata: vine.string().maxLength(60_000).optional(),
  /** For a registration whose address is not verified yet: both in one call. */
  code: vine.string().trim().maxLength(6).optional(),
  password: vine.string().maxLength(200).optional(),
  agreed: vine.boolean().optional(),
})

const texts = () => vine.object(Object.fromEntries(LANGUAGES.map((language) => [language, vine.optionalLine(200).optional()])))
export const fieldsValidator = vine.create({
  version: vine.string().maxLength(200_000),
  fields: vine
    .array(
      vine.object({
        id: vine.number().positive().withoutDecimals().nullable(),
        label: texts(),
        kind: vine.enum(FIELD_KINDS),
        options: vine.array(vine.line(200)).maxLength(100),
        required: vine.boolean(),
      }),
    )
    .maxLength(50),
})
