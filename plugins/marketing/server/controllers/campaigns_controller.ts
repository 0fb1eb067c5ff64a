import type { HttpContext } from '@adonisjs/core/http'
import { companyChoices } from '#core/kit/companies'
import { placeholdersOf } from '#core/kit/mail'
import { acrossCompanies } from '#core/kit/scope'
import {
  actValidator,
  campaignChangeValidator,
  campaignValidator,
  previewValidator,
  startValidator,
  testValidator,
} from '#plugins/marketing/server/validators/marketing'
import { previewAudience } from '../services/audience.js'
import {
  actOnCampaign,
  campaignId,
  createCampaign,
  findCampaign,
  listCampaigns,
  removeCampaign,
  showCampaign,
  startCampaign,
  updateCampaign,
} from '../services/campaigns.js'
import { previewCampaign, testCampaign } from '../services/preview.js'
import { TRIGGER } from '../services/trigger.js'

/** Campaigns, for the platform's admins. */
export default class CampaignsController {
  async index({ session }: HttpContext) {
    return { data: await listCampaigns(session!) }
  }

  async show({ params, session }: HttpContext) {
    return { data: await showCampaign(session!, campaignId(params.id)) }
  }

  async create({ request, response, session }: HttpContext) {
    const data = await createCampaign(session!, await request.validateUsing(campaignValidator))
    response.status(201)
    return { data }
  }

  async update({ params, request, session }: HttpContext) {
    const id = campaignId(params.id)
    return { data: await updateCampaign(session!, id, await request.validateUsing(campaignChangeValidator)) }
  }

  async remove({ params, session }: HttpContext) {
    await removeCampaign(session!, campaignId(params.id))
    return { status: 'good' as const }
  }

  async start({ params, request, session }: HttpContext) {
    const id = campaignId(params.id)
    const { at } = await request.validateUsing(startValidator)
    return { data: await startCampaign(session!, id, at) }
  }

  async act({ params, request, session }: HttpContext) {
    const id = campaignId(params.id)
    const { act } = await request.validateUsing(actValidator)
    return { data: await actOnCampaign(session!, id, act) }
  }

  async audience({ params, session }: HttpContext) {
    const id = campaignId(params.id)
    return {
      data: await acrossCompanies(session!, 'marketing.audience', async () => previewAudience(session!, (await findCampaign(id)).audience)),
    }
  }

  /** An unsaved mail. */
  async preview({ request, session }: HttpContext) {
    const { reader, ...written } = await request.validateUsing(previewValidator)
    const { subject, html, text } = await previewCampaign(session!, written, reader)
    return { data: { subject, html, text } }
  }

  async test({ request, session }: HttpContext) {
    await testCampaign(session!, await request.validateUsing(testValidator))
    return { status: 'good' as const }
  }

  /** The options of the form. */
  async options({ session }: HttpContext) {
    const companies = await acrossCompanies(session!, 'marketing.options', () => companyChoices('marketing'))
    return { data: { companies, placeholders: placeholdersOf(TRIGGER) } }
  }
}
