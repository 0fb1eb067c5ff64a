import type { HttpContext } from '@adonisjs/core/http'
import { companyChoices } from '#core/kit/companies'
import { listPage } from '#core/kit/lists'
import { withinReach } from '#core/kit/scope'
import { crewValidator, entranceChangeValidator, projectValidator } from '#plugins/direct_access/server/validators/direct_access'
import { visits } from '../lists/visits.js'
import { checkCrew } from '../services/crew.js'
import { withLacking } from '../services/lacking.js'
import { addProject, changeEntrance, renewEntrance, showEntrance, showManaged } from '../services/manage.js'
import { admit, ownProjects } from '../services/visits.js'
import { toManaged, toOwn, toShown, toVisit } from '../transformers/direct_access.js'

/** A company's entrances and their visitors: of one's own company, or of one that an admin chose. */
export default class ManagementController {
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'direct_access.companies', companyChoices) }
  }

  async index({ params, session }: HttpContext) {
    return { data: toManaged(await showManaged(session!, Number(params.company))) }
  }

  async addProject({ params, request, response, session }: HttpContext) {
    const project = await addProject(session!, Number(params.company), await request.validateUsing(projectValidator))
    response.status(201)
    return { data: toShown(project) }
  }

  async show({ params, session }: HttpContext) {
    return { data: toShown(await showEntrance(session!, String(params.id))) }
  }

  async change({ params, request, session }: HttpContext) {
    return { data: toShown(await changeEntrance(session!, String(params.id), await request.validateUsing(entranceChangeValidator))) }
  }

  /** Returns which people of a crew meet all requirements of a project on a day. */
  async crew({ params, request, session }: HttpContext) {
    return { data: await checkCrew(session!, String(params.id), await request.validateUsing(crewValidator)) }
  }

  async renew({ params, session }: HttpContext) {
    return { data: toShown(await renewEntrance(session!, String(params.id))) }
  }

  async visits(ctx: HttpContext) {
    return listPage(visits, ctx, (row) => toVisit(row, ctx.session!.row.language))
  }

  async admit({ params, session }: HttpContext) {
    await admit(session!, String(params.id))
    return { status: 'good' as const }
  }

  async mine({ session }: HttpContext) {
    return { data: (await withLacking(await ownProjects(session!.membershipId))).map(toOwn) }
  }
}
