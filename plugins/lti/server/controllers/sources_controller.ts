import type { HttpContext } from '@adonisjs/core/http'
import { secretValidator, sourceChangeValidator, sourceValidator } from '#plugins/lti/server/validators/lti'
import { addSourceTo, changeSource, removeSource, renewSecret, showSources } from '../services/sources.js'

/** The systems of a company that send people with signed links, for admins of the platform. */
export default class SourcesController {
  async index({ params, session }: HttpContext) {
    return { data: await showSources(session!, Number(params.company)) }
  }

  async create({ params, request, response, session }: HttpContext) {
    const { name } = await request.validateUsing(sourceValidator)
    const made = await addSourceTo(session!, Number(params.company), name)
    response.status(201)
    return { data: made }
  }

  async update({ params, request, session }: HttpContext) {
    const input = await request.validateUsing(sourceChangeValidator)
    return { data: await changeSource(session!, Number(params.company), Number(params.id), input) }
  }

  async renew({ params, request, session }: HttpContext) {
    const how = await request.validateUsing(secretValidator)
    return { data: await renewSecret(session!, Number(params.company), Number(params.id), how) }
  }

  async destroy({ params, session }: HttpContext) {
    await removeSource(session!, Number(params.company), Number(params.id))
    return { status: 'good' as const }
  }
}
