import vine from '../http/validation.js'

/** As long as a strip at the bottom may be. */
export const MAX_INCIDENT = 300

export const incidentValidator = vine.create({ english_message: vine.line(MAX_INCIDENT), dutch_message: vine.line(MAX_INCIDENT) })
