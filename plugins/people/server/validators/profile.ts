import { DateTime } from 'luxon'
import { today } from '#core/kit/days'
import vine, { day, offeredLanguage, version } from '#core/kit/validation'

/** Core decides which names are required: the codes of specification, section 5. */
export const memberDetailsValidator = vine.create({
  firstname: vine.optionalLine(100),
  infix: vine.infix(),
  lastname: vine.optionalLine(100),
  birthdate: day({ min: '1900-01-01', max: () => today() }).nullable(),
  gender: vine.enum(['male', 'female', 'unknown'] as const),
  language: offeredLanguage(),
  updated_at: version(),
})

export const memberSkillsValidator = vine.create({
  skillset: vine.array(vine.line(60)).maxLength(30),
  updated_at: version(),
})

/** An empty text counts as left out. */
export const workValidator = vine.create({
  personnel_number: vine.line(50).nullable(),
  job_title: vine.line(100).nullable(),
  manager_id: vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).nullable(),
  updated_at: version(),
})

/** An existing moment: 30 February is refused, and the database has no year 0. */
const atMoment = vine.createRule((value, _options, field) => {
  const at = DateTime.fromISO(String(value).split('~')[0]!)
  if (!at.isValid || at.year < 1) field.report('The {{ field }} field must begin with a moment', 'moment', field)
})

/** `before`: the `next` of the previous page. */
export const historyQuery = vine.create({
  before: vine
    .string()
    .maxLength(150)
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[a-z0-9_.]{1,80}~\d{1,18}$/)
    .use(atMoment())
    .optional(),
})
