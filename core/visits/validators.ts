import vine from '../http/validation.js'

/** Why something is changed in a company that one only looks at; a word is no reason. */
export const changesValidator = vine.create({ reason: vine.line(300).minLength(10) })
