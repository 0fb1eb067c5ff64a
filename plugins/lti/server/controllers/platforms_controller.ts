import type { HttpContext } from '@adonisjs/core/http'
import { companyChoices } from '#core/kit/companies'
import { listPage } from '#core/kit/lists'
import { withinReach } from '#core/kit/scope'
import { platformChangeValidator, platformValidator } from '#plugins/lti/server/validators/lti'
import { grades } from '../lists/grades.js'
import { launches } from '../lists/launches.js'
import { checkPlatform } from '../services/check_platform.js'
import { addTo, requestRosterSync, change, remove, showPlatforms } from '../services/manage.js'
import { invite } from '../services/registration.js'
import { toGrade, toLaunch } from '../transformers/lti.js'

/** The other systems of a company, for admins of the platform. */
export default class PlatformsController {
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'lti.companies', () => companyChoices('lti')) }
  }

  async index({ params, session }: HttpContext) {
    return { data: await showPlatforms(session!, Number(params.company)) }
  }

  async create({ params, request, response, session }: HttpContext) {
    const made = await addTo(session!, Number(params.company), await request.validateUsing(platformValidator))
    response.status(201)
    return { data: made }
  }

  async update({ params, request, session }: HttpContext) {
    const input = await request.validateUsing(platformChangeValidator)
    return { data: await change(session!, Number(params.company), Number(params.id), input) }
  }

  async destroy({ params, session }: HttpContext) {
    await remove(session!, Number(params.company), Number(params.id))
    return { status: 'good' as const }
  }

  async check({ params, session }: HttpContext) {
    return { data: await checkPlatform(session!, Number(params.company), Number(params.id)) }
  }

  /** The lists of people are read by a job: a platform may have many. */
  async roster({ params, response, session }: HttpContext) {
    await requestRosterSync(session!, Number(params.company), Number(params.id))
    response.status(202)
    return { status: 'good' as const }
  }

  async invite({ params, session }: HttpContext) {
    return { data: await invite(session!, Number(params.company)) }
  }

  async launches(ctx: HttpContext) {
    return listPage(launches, ctx, toLaunch)
  }

  async grades(ctx: HttpContext) {
    return listPage(grades, ctx, toGrade)
  }
}
