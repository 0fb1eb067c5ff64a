import { CONTENT_LANGUAGES, LANGUAGES } from '#core/contract/languages'
import { today } from '#core/kit/days'
import vine, { day, version } from '#core/kit/validation'
import { ADJUSTMENTS } from '../../contract/adjustments.js'
import { EXAM_KINDS, EXAM_REGISTERS } from '../../contract/kinds.js'
import { EXAM_STATUSES } from '../../contract/statuses.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
const language = () => vine.string().regex(/^[a-z]{2,3}$/)

const adjustments = () => vine.array(vine.enum(ADJUSTMENTS)).maxLength(ADJUSTMENTS.length).distinct()

const examFields = () => ({
  course_id: id(),
  languages: vine.array(language()).minLength(1).maxLength(CONTENT_LANGUAGES.length).distinct(),
  provider: id().nullable(),
  adults_only: vine.boolean(),
  certificate: vine.object(Object.fromEntries(LANGUAGES.map((code) => [code, vine.optionalLine(200).optional()]))),
  valid_months: vine.number().withoutDecimals().range([1, 1200]).nullable(),
  minutes: vine.number().withoutDecimals().range([5, 600]).optional(),
  active: vine.boolean(),
  closes_teaching: vine.boolean().optional(),
  /** Omitted fields do not change. */
  kind: vine.enum(EXAM_KINDS).nullable().optional(),
  questions: vine.number().withoutDecimals().range([1, 500]).nullable().optional(),
  pass_percent: vine.number().decimal([0, 1]).range([1, 100]).nullable().optional(),
  register: vine.enum(EXAM_REGISTERS).nullable().optional(),
  price_cents: vine.number().withoutDecimals().range([0, 10_000_000]).nullable().optional(),
  adjustments: adjustments().optional(),
  adjusted_minutes: vine.number().withoutDecimals().range([5, 600]).nullable().optional(),
  source: vine.optionalLine(300).optional(),
  source_on: day({ min: '2000-01-01', max: '2099-12-31' }).nullable().optional(),
  to_confirm: vine.boolean().optional(),
})
export const examValidator = vine.create(examFields())
export const examChangeValidator = vine.create({ ...examFields(), updated_at: version() })

const place = () => ({ city: vine.line(100), location: vine.line(200), address: vine.optionalLine(300) })
const momentFields = () => ({
  language: language(),
  /** The local day and time at its place. */
  day: day({ min: '2020-01-01', max: '2099-12-31' }),
  time: vine.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  seats: vine.number().withoutDecimals().range([1, 1000]),
  provider: id().nullable(),
  adults_only: vine.boolean(),
  /** Null: what the exam offers. Left out, it does not change. */
  adjustments: adjustments().nullable().optional(),
})
/** Several at once: for each place, at weekly intervals. */
export const momentsValidator = vine.create({
  exam_id: id(),
  ...momentFields(),
  places: vine.array(vine.object(place())).minLength(1).maxLength(20),
  weeks: vine.number().withoutDecimals().range([1, 52]),
})
export const momentChangeValidator = vine.create({ ...momentFields(), ...place(), updated_at: version() })
export const withdrawValidator = vine.create({ reason: vine.line(300) })

export const calendarValidator = vine.create({
  month: vine.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/),
  course: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})

/** Omitted fields do not change. */
export const presenceValidator = vine.create({
  arrived: vine.boolean().optional(),
  identity_seen: vine.boolean().optional(),
  seat: vine.number().withoutDecimals().range([1, 1000]).nullable().optional(),
  note: vine.optionalLine(500).optional(),
  helper: vine.optionalLine(200).optional(),
})

/** The data on the identity document; `accepted` confirms it. */
export const candidateValidator = vine.create({
  initials: vine.line(40),
  infix: vine.infix(),
  lastname: vine.line(100),
  birthdate: day({ min: '1900-01-01', max: () => today() }),
  birthplace: vine.line(100),
  accepted: vine.literal(true),
})

export const statusValidator = vine.create({
  status: vine.enum(EXAM_STATUSES),
  explanation: vine.optionalLine(500).optional(),
})
