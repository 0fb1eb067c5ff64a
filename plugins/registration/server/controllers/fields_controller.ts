import type { HttpContext } from '@adonisjs/core/http'
import { fieldsValidator } from '#plugins/registration/server/validators/registration'
import { companyChoices } from '#core/kit/companies'
import { withinReach } from '#core/kit/scope'
import { renewLink, saveFields, showFields } from '../services/fields.js'

/** The registration questions and link of a company: one's own, or one that an admin selected. */
export default class FieldsController {
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'registration.companies', companyChoices) }
  }

  async show({ params, session }: HttpContext) {
    return { data: await showFields(session!, Number(params.company)) }
  }

  async update({ params, request, session }: HttpContext) {
    const { fields, version } = await request.validateUsing(fieldsValidator)
    return { data: await saveFields(session!, Number(params.company), fields, version) }
  }

  async renewLink({ params, session }: HttpContext) {
    return { data: await renewLink(session!, Number(params.company)) }
  }
}
