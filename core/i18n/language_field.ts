import vine from '../http/validation.js'
import { LANGUAGES, type Language } from '../contract/languages.js'
import type { Setting } from '../contract/settings.js'
import { offeredLanguages } from './catalogue.js'

/** The language of a person: one that the interface has texts in. */
export const offeredLanguage = () => vine.enum(() => offeredLanguages() as readonly Language[])

/** A setting that chooses a language, limited to those that the interface has texts in. Other settings are returned unchanged. */
export const withOfferedLanguages = (field: Setting): Setting =>
  field.kind === 'choice' && field.options === LANGUAGES ? { ...field, options: offeredLanguages() } : field
