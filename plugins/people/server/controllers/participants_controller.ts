import type { HttpContext } from '@adonisjs/core/http'
import { listPage } from '#core/kit/lists'
import { participants } from '../lists/participants.js'
import {
  inviteParticipant,
  listCompanies,
  listMails,
  retryMail,
  showParticipant,
  withdrawParticipant,
} from '../services/participant_service.js'
import { toParticipant, toParticipantDetail, toSentMail } from '../transformers/participant_transformer.js'

export default class ParticipantsController {
  async index(ctx: HttpContext) {
    return listPage(participants, ctx, toParticipant)
  }

  async show({ params, session }: HttpContext) {
    const shown = await showParticipant(session!, params.id)
    return { data: toParticipantDetail(shown, session!.row.language) }
  }

  /** The mails sent to a person, without their text. */
  async mails({ params, session }: HttpContext) {
    return { data: (await listMails(session!, String(params.id))).map(toSentMail) }
  }

  async invite({ params, session }: HttpContext) {
    return { status: 'good' as const, invitation: await inviteParticipant(session!, Number(params.id)) }
  }

  /** Unblocks an address that bounced and sends its mail again. */
  async retryMail({ params, session }: HttpContext) {
    await retryMail(session!, Number(params.id))
    return { status: 'good' as const }
  }

  async withdraw({ params, session }: HttpContext) {
    await withdrawParticipant(session!, Number(params.id))
    return { status: 'good' as const }
  }

  async companies({ session }: HttpContext) {
    return { data: await listCompanies(session!) }
  }
}
