import vine from '../http/validation.js'
import { version } from '../http/version_field.js'
import { MAIL_WAYS } from '../mail/recipients.js'

const id = () => vine.number().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER)

export const notificationListValidator = vine.create({
  before: vine.queryNumber().positive().withoutDecimals().max(Number.MAX_SAFE_INTEGER).optional(),
})
/** Without ids: all of them. */
export const readValidator = vine.create({ ids: vine.array(id()).minLength(1).maxLength(200).optional() })
export const choicesValidator = vine.create({ ways: vine.record(vine.enum(MAIL_WAYS)), updated_at: version() })
