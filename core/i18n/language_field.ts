import vine from '../http/validation.js'
import type { Language } from '../contract/languages.js'
import { offeredLanguages } from './catalogue.js'

/** The language of a person or a company: one that the interface has texts in. */
export const offeredLanguage = () => vine.enum(() => offeredLanguages() as readonly Language[])
