import vine from '#core/kit/validation'
import { REPORTED_MARKS, VERDICTS } from '../../contract/states.js'
import { MAX_PIECES } from '../services/pieces.js'
import { TABS } from '../services/review_list.js'

const TEXT = 4000
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/

/** Has the form of a moment and exists: 30 February has the form only. */
function isMoment(value: unknown): boolean {
  if (typeof value !== 'string' || !ISO.test(value)) return false
  const at = new Date(value)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value.slice(0, 19))
}
const exists = vine.createRule((value, _options, field) => {
  if (!isMoment(value)) field.report('No moment', 'date', field)
})
const moment = () => vine.string().maxLength(30).use(exists())

export const prepareValidator = vine.compile(
  vine.object({ consent: vine.literal(true), terms_mark: vine.string().maxLength(64).nullable() }),
)

/** The end of a practice run: the browser only sends it when everything worked. */
export const practiceValidator = vine.compile(vine.object({ works: vine.literal(true) }))

export const photoValidator = vine.compile(vine.object({ photo: vine.enum(['id', 'face'] as const) }))

/** Properties of a piece, in the query string: the body contains only the piece. */
export const pieceValidator = vine.compile(
  vine.object({
    source: vine.enum(['camera', 'screen'] as const),
    at: moment(),
    ms: vine.queryNumber().min(0).max(60_000).withoutDecimals(),
    sha256: vine.string().regex(/^[0-9a-f]{64}$/),
  }),
)
export const pieceNumberValidator = vine.compile(vine.object({ number: vine.queryNumber().min(0).max(MAX_PIECES).withoutDecimals() }))

export const marksValidator = vine.compile(
  vine.object({
    marks: vine
      .array(vine.object({ kind: vine.enum(REPORTED_MARKS), at: moment() }))
      .minLength(1)
      .maxLength(100),
  }),
)

/** Input of the bulk action: percent of a quiz's time; 0 revokes it. */
export const extraTimeInput = vine.compile(vine.object({ percent: vine.number().withoutDecimals().range([0, 100]) }))

/** An exam in an address: its course and the key of its quiz. */
export const examNameValidator = vine.compile(
  vine.object({
    course: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER),
    activity: vine
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .maxLength(100),
  }),
)

/** Browser Exam Keys: 64 hex digits each. */
export const examKeysValidator = vine.compile(vine.object({ keys: vine.array(vine.string().regex(/^[0-9a-f]{64}$/i)).maxLength(20) }))

export const tabValidator = vine.compile(vine.object({ tab: vine.enum(TABS).optional() }))

export const noteValidator = vine.compile(vine.object({ at: moment(), text: vine.string().trim().minLength(1).maxLength(TEXT) }))

export const decisionValidator = vine.compile(
  vine.object({ verdict: vine.enum(VERDICTS), explanation: vine.string().trim().maxLength(TEXT) }),
)

/** Optional: without a reason the evidence answers 404, so a missing one is not a validation error. */
export const reasonValidator = vine.compile(vine.object({ reason: vine.string().trim().maxLength(500).optional() }))

export const complaintValidator = vine.compile(
  vine.object({ position: vine.number().withoutDecimals().range([1, 1000]), text: vine.string().trim().minLength(1).maxLength(TEXT) }),
)

export const appealValidator = vine.compile(vine.object({ text: vine.string().trim().minLength(1).maxLength(TEXT) }))
