import { defineTabSlot } from '#core/contract/web'

/** The unsaved style of a company, for previews. */
export interface TypedLook {
  /** `0`: one's own. */
  company: string
  name: string
  logo: string | null
  primary: string
  secondary: string
}
/** In the preview of a company's style, as one more view: what a plugin renders in it. */
export const companyLookSlot = defineTabSlot<TypedLook>('companies.look')

/** Data that the platform's admins record about a company (`settingsOf`): its flags, and for an exam provider its terms and addresses. */
export { companiesSettings } from '../settings.js'
