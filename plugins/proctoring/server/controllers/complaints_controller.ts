import type { HttpContext } from '@adonisjs/core/http'
import { appealValidator, complaintValidator } from '#plugins/proctoring/server/validators/proctoring'
import { answerComplaint, complain, openComplaints } from '../services/complaints.js'
import { toOpenComplaint } from '../transformers/recording_transformer.js'

/** Complaints about a question: for the participant who makes them, and for the examiners who answer them. */
export default class ComplaintsController {
  async create({ session, params, request }: HttpContext) {
    const { position, text } = await request.validateUsing(complaintValidator)
    await complain(session!, String(params.attempt), position, text)
    return { status: 'good' as const }
  }

  async index({ session }: HttpContext) {
    return { data: (await openComplaints(session!)).map((row) => toOpenComplaint(row, session!.row.language)) }
  }

  async answer({ session, params, request }: HttpContext) {
    const { text } = await request.validateUsing(appealValidator)
    await answerComplaint(session!, String(params.complaint), text)
    return { status: 'good' as const }
  }
}
