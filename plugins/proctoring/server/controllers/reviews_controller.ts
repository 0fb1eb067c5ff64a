import type { HttpContext } from '@adonisjs/core/http'
import { decisionValidator, noteValidator, photoValidator, tabValidator } from '#plugins/proctoring/server/validators/proctoring'
import { claim, release } from '../services/claim.js'
import { decide } from '../services/decide.js'
import { countReviews, listReviews } from '../services/review_list.js'
import { addNote, readPhoto, readPiece, showReview } from '../services/review_service.js'
import { sendBytes } from './send_bytes.js'
import { toReview, toReviewLine } from '../transformers/recording_transformer.js'

/** The examiner's side: the list of attempts to review, and one attempt at a time. */
export default class ReviewsController {
  async index({ session, request }: HttpContext) {
    const { tab = 'todo' } = await tabValidator.validate(request.qs())
    const rows = await listReviews(session!, tab)
    return { data: rows.map((row) => toReviewLine(row, session!.row.language, session!.userId)), counts: await countReviews(session!) }
  }

  async show({ session, params }: HttpContext) {
    const review = await showReview(session!, String(params.attempt))
    const mayDecide = session!.entitlements.includes('examinator_can_validate_attempts')
    return { data: toReview(review, session!.row.language, session!.userId, mayDecide) }
  }

  async claim({ session, params }: HttpContext) {
    await claim(session!, String(params.attempt))
    return { status: 'good' as const }
  }

  async release({ session, params }: HttpContext) {
    await release(session!, String(params.attempt))
    return { status: 'good' as const }
  }

  async note({ session, params, request }: HttpContext) {
    const { at, text } = await request.validateUsing(noteValidator)
    await addNote(session!, String(params.attempt), new Date(at), text)
    return { status: 'good' as const }
  }

  async decide({ session, params, request }: HttpContext) {
    const { verdict, explanation } = await request.validateUsing(decisionValidator)
    await decide(session!, String(params.attempt), verdict, explanation)
    return { status: 'good' as const }
  }

  async piece(ctx: HttpContext) {
    const { session, params } = ctx
    sendBytes(ctx, await readPiece(session!, String(params.attempt), String(params.piece)))
  }

  async photo(ctx: HttpContext) {
    const { session, params } = ctx
    const { photo } = await photoValidator.validate({ photo: params.photo })
    sendBytes(ctx, await readPhoto(session!, String(params.attempt), photo))
  }
}
