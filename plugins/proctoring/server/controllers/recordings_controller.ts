import type { HttpContext } from '@adonisjs/core/http'
import { readUpload } from '#core/kit/files'
import {
  appealValidator,
  marksValidator,
  photoValidator,
  pieceNumberValidator,
  pieceValidator,
  prepareValidator,
} from '#plugins/proctoring/server/validators/proctoring'
import { MAX_PIECE_BYTES } from '../../contract/states.js'
import { photoFile } from '../files.js'
import { appeal } from '../services/decide.js'
import { showOwn } from '../services/own_recording.js'
import { assertRecordingBrowser, storePiece, storeMarks, receivedPieces } from '../services/pieces.js'
import { storePhoto, prepare, preparedFor, recordedFor, refuseConsent } from '../services/prepare.js'
import { showReceipt } from '../services/receipt.js'
import { isSafeBrowser } from '../services/safe_browser/assert_browser.js'
import { fileAddress } from '../services/safe_browser/exam_browsers.js'
import { toOwn, toPreparation } from '../transformers/recording_transformer.js'

/** The participant's side: consent, recording and the result of the review. */
export default class RecordingsController {
  async show(ctx: HttpContext) {
    const { session, params } = ctx
    const { participation, activity } = ids(params)
    const facts = await recordedFor(session!, participation, activity)
    const { quiz } = facts
    const browser = quiz.safeBrowser && { ...(await fileAddress(quiz)), proven: await isSafeBrowser(quiz, proofOf(ctx)) }
    return { data: toPreparation(facts, await preparedFor(participation, activity), session!.row.language, browser || null) }
  }

  async prepare({ session, params, request }: HttpContext) {
    const { participation, activity } = ids(params)
    const { terms_mark: mark } = await request.validateUsing(prepareValidator)
    await prepare(session!, participation, activity, mark)
    return { status: 'good' as const }
  }

  async refuse({ session, params }: HttpContext) {
    const { participation, activity } = ids(params)
    await refuseConsent(session!, participation, activity)
    return { status: 'good' as const }
  }

  async photo(ctx: HttpContext) {
    const { participation, activity } = ids(ctx.params)
    // Ownership is checked before the input is validated.
    await recordedFor(ctx.session!, participation, activity)
    const { photo } = await photoValidator.validate({ photo: ctx.params.photo })
    await storePhoto(ctx.session!, participation, activity, photo, await readUpload(ctx, 'photo', photoFile.maxBytes))
    return { status: 'good' as const }
  }

  async own({ session, params }: HttpContext) {
    return { data: toOwn(await showOwn(session!, String(params.attempt))) }
  }

  async received({ session, params }: HttpContext) {
    return { data: await receivedPieces(session!, String(params.attempt)) }
  }

  async piece(ctx: HttpContext) {
    const { params, session, request } = ctx
    const attempt = String(params.attempt)
    // Another person's attempt answers 404, whatever the body.
    const row = await assertRecordingBrowser(session!, attempt, proofOf(ctx))
    const { number } = await pieceNumberValidator.validate({ number: params.number })
    const { source, at, ms, sha256 } = await pieceValidator.validate(request.qs())
    const piece = { source, number, startedAt: new Date(at), milliseconds: ms, sha256 }
    const outcome = await storePiece(session!, row, piece, () => readUpload(ctx, 'piece', MAX_PIECE_BYTES))
    return { status: 'good' as const, outcome }
  }

  async marks(ctx: HttpContext) {
    const { session, params, request } = ctx
    await assertRecordingBrowser(session!, String(params.attempt), proofOf(ctx))
    const { marks } = await request.validateUsing(marksValidator)
    await storeMarks(
      session!,
      String(params.attempt),
      marks.map(({ kind, at }) => ({ kind, at: new Date(at) })),
    )
    return { status: 'good' as const }
  }

  async appeal({ session, params, request }: HttpContext) {
    const { text } = await request.validateUsing(appealValidator)
    await appeal(session!, String(params.attempt), text)
    return { status: 'good' as const }
  }

  async receipt({ params }: HttpContext) {
    return { data: await showReceipt(String(params.token)) }
  }
}

const proofOf = ({ request }: HttpContext) => ({ path: request.url(true), headers: request.headers() })

const ids = (params: Record<string, unknown>) => ({ participation: Number(params.participation), activity: Number(params.activity) })
