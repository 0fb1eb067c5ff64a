import vine, { day, version } from '#core/kit/validation'
import { MEETING_KINDS } from '../../kinds.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)
const members = () => vine.array(id()).maxLength(500).distinct()
const facts = () => ({
  topic: vine.line(160),
  held_on: day({ min: '2000-01-01', max: '2100-12-31' }),
  place: vine.optionalLine(120),
  kind: vine.enum(MEETING_KINDS),
})

export const meetingValidator = vine.create({ ...facts(), group_id: id().nullable().optional(), members: members().optional() })
export const meetingChangeValidator = vine.create({ ...facts(), reason: vine.optionalLine(300).optional(), updated_at: version() })
export const presenceValidator = vine.create({ members: members().minLength(1), state: vine.enum(['present', 'absent', 'off'] as const) })
export const correctionValidator = vine.create({ membership_id: id(), present: vine.boolean(), reason: vine.line(300) })
export const photoValidator = vine.create({ name: vine.line(200) })
export const periodValidator = vine.create({ from: day(), until: day() })
