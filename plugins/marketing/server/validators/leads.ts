import vine, { day, offeredLanguage, version } from '#core/kit/validation'
import { LEAD_STATES } from '../../states.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
const state = () => vine.enum(LEAD_STATES)

export const leadValidator = vine.create({
  state: state(),
  owner: id().nullable(),
  next_step: vine.optionalLine(300),
  next_on: day().nullable(),
  updated_at: version(),
})
export const leadStateInput = vine.create({ state: state() })
export const leadOwnerInput = vine.create({ owner: id().nullable() })

/** The form of a visitor. `agreed`: to the words beside its tick box. */
export const interestValidator = vine.create({
  /** Login id of the site's company. */
  company: vine.string().maxLength(100).optional(),
  course: id().optional(),
  page: vine
    .string()
    .regex(/^[a-z]{1,30}$/)
    .optional(),
  name: vine.line(200),
  email: vine.string().trim().email().maxLength(254),
  phone: vine.optionalLine(40),
  organisation: vine.optionalLine(200),
  message: vine
    .string()
    .trim()
    .maxLength(2000)
    .regex(/^[^\0]*$/)
    .optional(),
  agreed: vine.literal(true),
  lang: offeredLanguage(),
})
