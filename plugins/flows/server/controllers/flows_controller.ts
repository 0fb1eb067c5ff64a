import type { HttpContext } from '@adonisjs/core/http'
import { companyChoices } from '#core/kit/companies'
import { listPage } from '#core/kit/lists'
import { withinReach } from '#core/kit/scope'
import {
  checkQuery,
  companyQuery,
  correctValidator,
  dryRunValidator,
  flowChangeValidator,
  flowValidator,
  peopleValidator,
  periodQuery,
} from '#plugins/flows/server/validators/flows'
import { flowList } from '../lists/flows.js'
import { peopleList } from '../lists/people.js'
import { checkFlowPeople, correctFlowPeople } from '../services/check_flow.js'
import { choices } from '../services/choices.js'
import { createFlow, removeFlow, showFlow, updateFlow } from '../services/flow_service.js'
import { flowHistory } from '../services/find_history.js'
import { flowNumbers } from '../services/numbers.js'
import { dryRun } from '../services/dry_run.js'
import { addPeople, flowsOfPerson, ownFlows } from '../services/people_service.js'
import { toFlow, toPerson } from '../transformers/flow_transformer.js'

/** Flows, the people in them and their progress. */
export default class FlowsController {
  async index(ctx: HttpContext) {
    return listPage(flowList, ctx, toFlow)
  }

  async people(ctx: HttpContext) {
    return listPage(peopleList, ctx, toPerson(ctx.session!.row.language))
  }

  async show({ params, session }: HttpContext) {
    return { data: await showFlow(session!, String(params.id)) }
  }

  async create({ request, response, session }: HttpContext) {
    const data = await createFlow(session!, await request.validateUsing(flowValidator))
    response.status(201)
    return { data }
  }

  async update({ params, request, session }: HttpContext) {
    return { data: await updateFlow(session!, String(params.id), await request.validateUsing(flowChangeValidator)) }
  }

  async remove({ params, session }: HttpContext) {
    await removeFlow(session!, String(params.id))
    return { status: 'good' as const }
  }

  async add({ params, request, session }: HttpContext) {
    return { data: await addPeople(session!, String(params.id), await request.validateUsing(peopleValidator)) }
  }

  async dryRun({ request, session }: HttpContext) {
    return { data: await dryRun(session!, await request.validateUsing(dryRunValidator)) }
  }

  /** For the dashboard. */
  async numbers({ request, session }: HttpContext) {
    const { period } = await periodQuery.validate(request.qs())
    return { data: await flowNumbers(session!, period, request.qs()) }
  }

  async check({ params, request, session }: HttpContext) {
    const { after } = await checkQuery.validate(request.qs())
    return { data: await checkFlowPeople(session!, String(params.id), after) }
  }

  async correct({ params, request, session }: HttpContext) {
    const { ids } = await request.validateUsing(correctValidator)
    return { data: await correctFlowPeople(session!, String(params.id), ids) }
  }

  async history({ params, session }: HttpContext) {
    return { data: await flowHistory(session!, String(params.id)) }
  }

  /** One person's flows, for the people who manage them. */
  async person({ params, session }: HttpContext) {
    return { data: await flowsOfPerson(session!, String(params.person)) }
  }

  async mine({ session }: HttpContext) {
    return { data: await ownFlows(session!) }
  }

  /** Courses and groups that a flow may use. */
  async options({ request, session }: HttpContext) {
    const { company } = await companyQuery.validate(request.qs())
    return { data: await choices(session!, company) }
  }

  /** For an admin: the company of the flow. */
  async companies({ session }: HttpContext) {
    return { data: await withinReach(session!, 'flows.companies', () => companyChoices('flows')) }
  }
}
