import type { HttpContext } from '@adonisjs/core/http'
import { consentsValidator, detailsValidator } from '#core/profile/validators'
import { forbidden } from '../../contract/errors.js'
import { inOwnScope } from '../../accounts/to_person.js'
import { ownProfile, saveConsents, saveDetails } from '../profile.js'

/** /profiel: the caller's details and what they receive. */
export default class ProfileController {
  async show({ session }: HttpContext) {
    return { data: await ownProfile(session!) }
  }

  async details({ request, session }: HttpContext) {
    const input = await request.validateUsing(detailsValidator)
    return { data: await inOwnScope(session!, () => saveDetails(session!.userId, input)) }
  }

  async consents({ request, session }: HttpContext) {
    const input = await request.validateUsing(consentsValidator)
    // An admin is a member of no company and receives no company's mail.
    if (!session!.membershipId) throw forbidden()
    return { data: await saveConsents(session!.membershipId, input) }
  }
}
