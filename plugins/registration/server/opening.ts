import type { VisitorOpening } from '#core/contract/opening'
import { translate } from '#core/kit/words'
import { targetOf } from './services/target.js'

/** What somebody is asked first who comes to register, where that is open. */
const opening: VisitorOpening = async ({ params, query, language, company, isRegistering }) => {
  // What comes next is known to the app alone.
  if (!company || isRegistering || query.begun) return null
  const isAdministrator = params.role === 'beheerder' || params.role === 'administrator'
  await targetOf({ token: params.token, company: company.loginId, role: isAdministrator ? 'beheerder' : 'leerling' })
  return {
    heading: translate(language, `registration.register.${isAdministrator ? 'administrator' : 'heading'}`, { company: company.name }),
    lead: translate(language, 'registration.register.email_text'),
  }
}

export default opening
