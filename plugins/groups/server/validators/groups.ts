import { today } from '#core/kit/days'
import vine, { day, version } from '#core/kit/validation'
import { GROUP_KINDS } from '../../contract/index.js'
import { RULE_OPERATORS } from '../../contract/rules.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)

const group = {
  kind: vine.enum(GROUP_KINDS),
  name: vine.line(100),
  rule: vine
    .object({
      match: vine.enum(['all', 'any'] as const),
      conditions: vine
        .array(
          vine.object({
            field: vine.string().regex(/^(email_domain|language|role|answer_\d{1,15})$/),
            op: vine.enum(RULE_OPERATORS),
            value: vine.line(200),
          }),
        )
        .minLength(1)
        .maxLength(10),
    })
    .nullable()
    .optional(),
}

/** A new group; an admin names the company. */
export const groupValidator = vine.create({ ...group, company: id().optional() })
export const groupChangeValidator = vine.create({ ...group, updated_at: version() })

/** A due day for everybody, a number of days for each, or neither. */
export const courseValidator = vine.create({
  course: id(),
  due_at: day({ min: () => today(), max: '2099-12-31' })
    .nullable()
    .optional(),
  due_days: vine.number().withoutDecimals().range([1, 3650]).nullable().optional(),
  mandatory: vine.boolean().optional(),
  /** Left out: they are notified. */
  tell: vine.boolean().optional(),
})

export const membersValidator = vine.create({ members: vine.array(id()).minLength(1).maxLength(50) })

/** The input of the bulk actions. */
export const groupInput = vine.create({ group: id() })

const query = () => vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional()
export const companyQuery = vine.create({ company: query() })
