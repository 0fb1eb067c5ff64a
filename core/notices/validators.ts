import vine from '../http/validation.js'

/** The longest text of the strip. */
export const MAX_INCIDENT = 300

export const incidentValidator = vine.create({ english_message: vine.line(MAX_INCIDENT), dutch_message: vine.line(MAX_INCIDENT) })
