import vine, { day, offeredLanguage, version } from '#core/kit/validation'
import { AUDIENCE_ROLES, CAMPAIGN_ACTS, MAX_PACE, TRIAL, WRITTEN_IN } from '../../states.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
// The words are validated where they are stored (checkedWords).
const subject = () => vine.string().maxLength(200)
const body = () => vine.string().maxLength(10_000)
const action = () => vine.string().maxLength(60)

const campaign = {
  name: vine.line(150),
  company: id().nullable(),
  roles: vine.array(vine.enum(AUDIENCE_ROLES)).distinct(),
  languages: vine.array(offeredLanguage()).distinct(),
  people: vine.record(vine.array(id()).minLength(1).maxLength(50)).validateKeys((keys, field) => {
    if (keys.length > 20 || keys.some((key) => !/^[a-z_]{1,60}$/.test(key))) field.report('The filter is unknown', 'enum', field)
  }),
  subject_nl: subject(),
  body_nl: body(),
  action_nl: action(),
  subject_en: subject(),
  body_en: body(),
  action_en: action(),
  // A second subject: both are tried on a part of the recipients. Without one, there is no trial.
  subject_b_nl: subject().optional(),
  subject_b_en: subject().optional(),
  trial_share: vine
    .number()
    .withoutDecimals()
    .range([...TRIAL.share])
    .optional(),
  trial_hours: vine
    .number()
    .withoutDecimals()
    .range([...TRIAL.hours])
    .optional(),
  link: vine.optionalLine(500),
  pace: vine.number().withoutDecimals().range([1, MAX_PACE]),
}

export const campaignValidator = vine.create(campaign)
export const campaignChangeValidator = vine.create({ ...campaign, updated_at: version() })
export const startValidator = vine.create({
  at: vine.object({ day: day(), time: vine.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }).nullable(),
})
export const actValidator = vine.create({ act: vine.enum(CAMPAIGN_ACTS) })
const letter = { language: vine.enum(WRITTEN_IN), company: id().nullable(), subject: subject(), body: body(), action: action().nullable() }
export const testValidator = vine.create(letter)
export const previewValidator = vine.create({
  ...letter,
  link: vine.optionalLine(500),
  reader: vine.object({ campaign: id(), member: id() }).nullable(),
})
export const consentValidator = vine.create({ given: vine.boolean() })
