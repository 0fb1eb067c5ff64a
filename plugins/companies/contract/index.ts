import { defineTabSlot } from '#core/contract/web'

/** What a company's look is tried on, as it is typed. */
export interface TypedLook {
  /** `0`: one's own. */
  company: string
  name: string
  logo: string | null
  primary: string
  secondary: string
}
/** In the preview of a company's look, as one more view: what a plugin paints in it. */
export const companyLookSlot = defineTabSlot<TypedLook>('companies.look')

/** What the platform's admins record of a company (`settingsOf`): its marks, and of an exam provider its terms and addresses. */
export { companiesSettings } from '../settings.js'
