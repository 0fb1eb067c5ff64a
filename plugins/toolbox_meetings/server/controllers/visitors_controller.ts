import type { HttpContext } from '@adonisjs/core/http'
import { ownMeetings } from '../services/own.js'
import { signFacts, signAt } from '../services/signing.js'
import { toOwn, toSigning } from '../transformers/meetings.js'

/** For anybody who scans a meeting's QR code, and for the meetings that a person attended themselves. */
export default class VisitorsController {
  async show({ params, session }: HttpContext) {
    return { data: toSigning(await signFacts(String(params.token), session)) }
  }

  async sign({ params, session }: HttpContext) {
    const token = String(params.token)
    await signAt(token, session!)
    return { data: toSigning(await signFacts(token, session)) }
  }

  async mine({ session }: HttpContext) {
    return { data: toOwn(await ownMeetings(session!.membershipId)) }
  }
}
