import type { HttpContext } from '@adonisjs/core/http'
import { consentValidator } from '#plugins/marketing/server/validators/marketing'
import { ownConsent, saveConsent } from '../services/consent.js'
import { follow, unsubscribe, unsubscribing } from '../services/links.js'

/** For people who receive campaigns, or do not want to. */
export default class PeopleController {
  async consent({ session }: HttpContext) {
    return { data: await ownConsent(session!) }
  }

  async saveConsent({ request, session }: HttpContext) {
    const { given } = await request.validateUsing(consentValidator)
    return { data: await saveConsent(session!, given) }
  }

  /** The link in a mail. The redirect target comes from the campaign, never from the address. */
  async follow({ params, response }: HttpContext) {
    response.redirect(await follow(String(params.token)))
  }

  /** Whether the token in the page's address is valid. A GET changes nothing, as mail scanners open every link. */
  async unsubscribing({ params }: HttpContext) {
    unsubscribing(String(params.token))
    return { status: 'good' as const }
  }

  /** RFC 8058: one POST by a mail program, or by the page's button. The body is ignored. */
  async unsubscribe({ params }: HttpContext) {
    await unsubscribe(String(params.token))
    return { status: 'good' as const }
  }
}
