import type { HttpContext } from '@adonisjs/core/http'
import { photoValidator, reasonValidator } from '#plugins/proctoring/server/validators/proctoring'
import { openWithReason, readEvidencePhoto, readEvidencePiece, showEvidence } from '../services/admin_evidence.js'
import { toEvidence } from '../transformers/recording_transformer.js'
import { sendBytes } from './send_bytes.js'

/** Access to evidence for the platform's admins. They give a reason, which the participant can read. */
export default class EvidenceController {
  async open({ session, params, request }: HttpContext) {
    const { reason = '' } = await request.validateUsing(reasonValidator)
    await openWithReason(session!, String(params.attempt), reason)
    return { status: 'good' as const }
  }

  async show({ session, params }: HttpContext) {
    return { data: toEvidence(await showEvidence(session!, String(params.attempt)), session!.row.language) }
  }

  async piece(ctx: HttpContext) {
    const { session, params } = ctx
    sendBytes(ctx, await readEvidencePiece(session!, String(params.attempt), String(params.piece)))
  }

  async photo(ctx: HttpContext) {
    const { session, params } = ctx
    const { photo } = await photoValidator.validate({ photo: params.photo })
    sendBytes(ctx, await readEvidencePhoto(session!, String(params.attempt), photo))
  }
}
