import vine from '../http/validation.js'

/** The reason for making changes while impersonating. The minimum length rules out a single word. */
export const changesValidator = vine.create({ reason: vine.line(300).minLength(10) })
