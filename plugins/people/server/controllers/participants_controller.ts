import type { HttpContext } from '@adonisjs/core/http'
import { mapPage, sendCsv } from '#core/kit/lists'
import { participantListValidator } from '#plugins/people/server/validators/participant_list'
import { exportParticipants, listCompanies, listParticipants, showParticipant } from '../services/participant_service.js'
import { toParticipant, toParticipantDetail } from '../transformers/participant_transformer.js'
import { participantsCsv } from '../transformers/participant_csv.js'

export default class ParticipantsController {
  async index({ request, session }: HttpContext) {
    const list = await request.validateUsing(participantListValidator)
    return mapPage(await listParticipants(session!, list), toParticipant)
  }

  async export(ctx: HttpContext) {
    const list = await ctx.request.validateUsing(participantListValidator)
    const { data } = await exportParticipants(ctx.session!, list)
    sendCsv(ctx, 'deelnemers', participantsCsv(data, ctx.session!.row.language))
  }

  async show({ params, session }: HttpContext) {
    const { participant, courses } = await showParticipant(session!, params.id)
    return { data: toParticipantDetail(participant, courses, session!.row.language) }
  }

  async companies({ session }: HttpContext) {
    return { data: await listCompanies(session!) }
  }
}
