import vine, { day, version } from '#core/kit/validation'
import { ANCHORS, CHOICES, CONDITIONS, DATE_MODES, EXPIRED_POLICIES, LIMITS, REPEAT_FROM, RULE_TYPES } from '../../contract/definition.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
const key = () => vine.string().regex(/^[a-z0-9]{1,20}$/)

/** Only the shape: `checkFlow` validates the flow itself, in the browser and here. */
const definition = () =>
  vine.object({
    steps: vine
      .array(
        vine.object({
          key: key(),
          course: id(),
          due_days: vine.number().withoutDecimals().range([1, LIMITS.days]).nullable(),
          optional: vine.boolean(),
          choice: vine.enum(CHOICES).nullable().optional(),
        }),
      )
      .maxLength(LIMITS.steps)
      .distinct('key'),
    rules: vine
      .array(
        vine.object({
          step: key(),
          type: vine.enum(RULE_TYPES),
          other: key().nullable().optional(),
          when: vine.enum(CONDITIONS).nullable().optional(),
          days: vine.number().withoutDecimals().range([-LIMITS.days, LIMITS.days]).nullable().optional(),
          on: vine.string().maxLength(10).nullable().optional(),
          mode: vine.enum(DATE_MODES).nullable().optional(),
          anchor: vine.enum(ANCHORS).nullable().optional(),
          field: id().nullable().optional(),
          course: id().nullable().optional(),
        }),
      )
      .maxLength(2 * LIMITS.steps),
    choices: vine
      .array(vine.object({ key: vine.enum(CHOICES), needed: vine.number().withoutDecimals().range([1, LIMITS.steps]) }))
      .maxLength(CHOICES.length)
      .distinct('key')
      .optional(),
    finish: key().nullable(),
    expired: vine.enum(EXPIRED_POLICIES),
    skip_held: vine.boolean(),
    repeat_months: vine.number().withoutDecimals().range([1, LIMITS.months]).nullable(),
    repeat_from: vine.enum(REPEAT_FROM).optional(),
    repeat_on: vine.string().maxLength(5).nullable().optional(),
    repeat_opens: vine.number().withoutDecimals().range([0, LIMITS.months]).nullable().optional(),
  })

const flow = {
  name: vine.line(LIMITS.name),
  active: vine.boolean(),
  groups: vine.array(id()).maxLength(50).distinct(),
  definition: definition(),
  /** A query of the list of people, as in a saved view, with its name. */
  filter: vine.string().maxLength(2000).nullable().optional(),
  filter_name: vine.line(100).nullable().optional(),
  /** People who stop matching and later match again start over. */
  again: vine.boolean().optional(),
  /** The flow for the second round and later; null: this one. */
  refresh_flow: id().nullable().optional(),
}

/** A new flow; an admin names the company. */
export const flowValidator = vine.create({ ...flow, company: id().optional() })
/** `move`: people in progress continue with the new version. */
export const flowChangeValidator = vine.create({ ...flow, updated_at: version(), move: vine.boolean() })

const people = {
  members: vine.array(id()).maxLength(200).distinct(),
  groups: vine.array(id()).maxLength(50).distinct(),
  /** Addresses, as pasted from a file. */
  emails: vine.array(vine.line(254)).maxLength(5000),
}

export const peopleValidator = vine.create(people)
/** A preview of saving or adding. `flow`: an existing one; otherwise a definition and a company. */
export const dryRunValidator = vine.create({
  ...people,
  flow: id().optional(),
  company: id().optional(),
  definition: definition().optional(),
  /** As they would be saved; `groups` too, with a definition. */
  filter: vine.string().maxLength(2000).nullable().optional(),
  again: vine.boolean().optional(),
  refresh_flow: id().nullable().optional(),
  /** False: people in progress keep their version. */
  move: vine.boolean().optional(),
})

/** The fields for removing people: whether courses that nobody started are cancelled. */
export const leaveInput = vine.create({ cancel: vine.boolean() })
/** The fields for a later due date. */
export const extendInput = vine.create({ due_on: day(), reason: vine.line(300) })
export const flowInput = vine.create({ flow: id() })

/** The last round of the previous part. */
export const checkQuery = vine.create({ after: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional() })

/** Rounds to correct. */
export const correctValidator = vine.create({ ids: vine.array(id()).minLength(1).maxLength(200).distinct() })

export const companyQuery = vine.create({
  company: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})

export const periodQuery = vine.create({ period: vine.queryNumber().withoutDecimals().range([1, 3650]) })
