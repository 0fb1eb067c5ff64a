import vine from '../http/validation.js'
import { offeredLanguages } from '../i18n/catalogue.js'

const email = () => vine.string().trim().toLowerCase().email({ require_tld: false }).maxLength(254)
/** Login id of the company whose page this is; absent on the platform's own page. */
const company = () => vine.string().trim().toLowerCase().maxLength(100).nullable().optional()

export const checkEmailValidator = vine.create({ email: email(), company: company() })
// A long password is refused before it is hashed.
export const signInValidator = vine.create({ email: email(), password: vine.string().maxLength(200), company: company() })
export const switchValidator = vine.create({ membership: vine.number().positive().withoutDecimals() })
export const languageValidator = vine.create({ lang: vine.enum(() => offeredLanguages()) })
/** A path on this site and nothing else: no address of another one, also after a browser took tabs and line breaks out. */
export const OWN_PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u
/** It becomes the place of a redirect. */
export const windowValidator = vine.create({ path: vine.string().maxLength(500).regex(OWN_PATH) })
