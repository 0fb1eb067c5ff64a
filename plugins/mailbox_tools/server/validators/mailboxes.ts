import vine, { day } from '#core/kit/validation'
import { COLUMNS } from '../../message.js'

/** The filters on messages of a mailbox. */
const which = {
  words: vine.optionalLine(200),
  sender: vine.optionalLine(200),
  from: day({ min: '1970-01-01' }).nullable(),
  until: day({ min: '1970-01-01' }).nullable(),
}

export const leadsValidator = vine.create(which)
export const convertValidator = vine.create({
  ...which,
  format: vine.enum(['csv', 'xlsx'] as const),
  columns: vine.array(vine.enum(COLUMNS)).minLength(1).maxLength(COLUMNS.length).distinct(),
  unique: vine.boolean(),
})
