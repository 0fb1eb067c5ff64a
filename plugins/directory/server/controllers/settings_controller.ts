import type { HttpContext } from '@adonisjs/core/http'
import { providerValidator } from '#plugins/directory/server/validators/directory'
import { companyChoices } from '#core/kit/companies'
import { withinReach } from '#core/kit/scope'
import { renewToken, revokeToken, showScim } from '../scim/token.js'
import { saveProvider, showProvider } from '../services/provider.js'

/** The sign-in provider of one's own company, or of one that an admin selected. */
export default class SettingsController {
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'directory.companies', companyChoices) }
  }

  async show({ params, session }: HttpContext) {
    return { data: await showProvider(session!, Number(params.company)) }
  }

  async update({ params, request, session }: HttpContext) {
    const { name, client_id, ...input } = await request.validateUsing(providerValidator)
    return { data: await saveProvider(session!, Number(params.company), { ...input, name: name ?? '', client_id: client_id ?? '' }) }
  }

  async showScim({ params, session }: HttpContext) {
    return { data: await showScim(session!, Number(params.company)) }
  }

  async renewToken({ params, session }: HttpContext) {
    return { data: await renewToken(session!, Number(params.company)) }
  }

  async revokeToken({ params, session }: HttpContext) {
    return { data: await revokeToken(session!, Number(params.company)) }
  }
}
