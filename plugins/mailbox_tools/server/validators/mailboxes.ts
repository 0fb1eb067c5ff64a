import vine, { day } from '#core/kit/validation'
import { COLUMNS } from '../../message.js'

export const convertValidator = vine.create({
  format: vine.enum(['csv', 'xlsx'] as const),
  columns: vine.array(vine.enum(COLUMNS)).minLength(1).maxLength(COLUMNS.length).distinct(),
  words: vine.optionalLine(200),
  sender: vine.optionalLine(200),
  from: day({ min: '1970-01-01' }).nullable(),
  until: day({ min: '1970-01-01' }).nullable(),
  unique: vine.boolean(),
})
