import type { HttpContext } from '@adonisjs/core/http'
import { limitCalls } from '#core/kit/calls'
import { listPage } from '#core/kit/lists'
import { inPublicSite } from '#core/kit/scope'
import { interestValidator, leadValidator } from '#plugins/marketing/server/validators/leads'
import { leadList } from '../lists/leads.js'
import { leaveDetails } from '../services/hand_in.js'
import { eraseLead, leadOptions, showLead, updateLead } from '../services/leads.js'
import { toLead, toLeadDetail } from '../transformers/lead_transformer.js'

/** Limit per network. */
const LEFT = { requests: 20, duration: '1 hour' }

/** People who left their details on a public page. */
export default class LeadsController {
  async index(ctx: HttpContext) {
    return listPage(leadList, ctx, toLead)
  }

  async show({ params, session }: HttpContext) {
    return { data: toLeadDetail(await showLead(session!, String(params.id))) }
  }

  async update({ params, request, session }: HttpContext) {
    const change = await request.validateUsing(leadValidator)
    return { data: toLeadDetail(await updateLead(session!, String(params.id), change)) }
  }

  async remove({ params, session }: HttpContext) {
    await eraseLead(session!, String(params.id))
    return { status: 'good' as const }
  }

  async options({ session }: HttpContext) {
    return { data: await leadOptions(session!) }
  }

  /** A visitor of a public site. The answer says nothing about who is known. */
  async interest({ request, response }: HttpContext) {
    const { company, message = '', ...details } = await request.validateUsing(interestValidator)
    await limitCalls('marketing.interest', { ip: request.ip() }, LEFT)
    await inPublicSite({ plugin: 'marketing', company, host: request.hostname() }, () => leaveDetails({ ...details, message }))
    response.status(202)
    return { status: 'good' as const }
  }
}
