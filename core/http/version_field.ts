import { VERSION } from '../database/versions.js'
import vine from './validation.js'

/** A validator's field for the version that a form read (`versionOf`). It is sent back unchanged with the save. */
export const version = () => vine.string().regex(VERSION)
