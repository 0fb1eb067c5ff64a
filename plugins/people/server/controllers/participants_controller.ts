import type { HttpContext } from '@adonisjs/core/http'
import { listPage } from '#core/kit/lists'
import { participants } from '../lists/participants.js'
import { listCompanies, showParticipant } from '../services/participant_service.js'
import { toParticipant, toParticipantDetail } from '../transformers/participant_transformer.js'

export default class ParticipantsController {
  async index(ctx: HttpContext) {
    return listPage(participants, ctx, toParticipant)
  }

  async show({ params, session }: HttpContext) {
    const { participant, courses } = await showParticipant(session!, params.id)
    return { data: toParticipantDetail(participant, courses, session!.row.language) }
  }

  async companies({ session }: HttpContext) {
    return { data: await listCompanies(session!) }
  }
}
