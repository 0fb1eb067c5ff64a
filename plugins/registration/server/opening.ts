import type { VisitorOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { roleAsked } from '../roles.js'
import { targetOf } from './services/target.js'

/** What somebody is asked first who comes to register, where that is open. */
const opening: VisitorOpening = async ({ params, query, language, company, isRegistering, isSignedIn }) => {
  const role = roleAsked(params.role)
  // What comes next is known to the app alone.
  if (!company || !role || isRegistering || isSignedIn || query.begun) return null
  // An address may name another company than this browser was last at, by its name too: the app asks which one that is.
  if (!params.token && query.company !== undefined && query.company !== company.loginId) return null
  await targetOf({ token: params.token, company: company.loginId, role })
  return {
    heading: translate(language, `registration.register.${role === 'beheerder' ? 'administrator' : 'heading'}`, { company: company.name }),
    lead: translate(language, 'registration.register.email_text'),
  }
}

export default opening
