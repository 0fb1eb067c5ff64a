import { VERSION } from '../database/versions.js'
import vine from './validation.js'

/** A validator's field for the version that a form read (`versionOf`); it goes back with the save, unread. */
export const version = () => vine.string().regex(VERSION)
