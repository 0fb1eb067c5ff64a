import type { VisitorOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { requestedRole } from '../roles.js'
import { targetOf } from './services/target.js'

/** The first question to a person who registers, when registration is open. */
const opening: VisitorOpening = async ({ params, query, language, company, isRegistering, isSignedIn }) => {
  const role = requestedRole(params.role)
  // Only the app knows the next step.
  if (!company || !role || isRegistering || isSignedIn || query.begun) return null
  // An address may name another company than this browser's last one, also by name: the app resolves it.
  if (!params.token && query.company !== undefined && query.company !== company.loginId) return null
  await targetOf({ token: params.token, company: company.loginId, role })
  return {
    heading: translate(language, `registration.register.${role === 'beheerder' ? 'administrator' : 'heading'}`, { company: company.name }),
    lead: translate(language, 'registration.register.email_text'),
  }
}

export default opening
