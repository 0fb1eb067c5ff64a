import db from '@adonisjs/lucid/services/db'
import { decodeJwt, errors, jwtVerify } from 'jose'
import { AppError, invalid, notFound } from '#core/contract/errors'
import { inCompanyOfToken } from '#core/kit/scope'
import { opaqueName } from '#core/kit/tokens'
import { kindOf } from '../../activity_types/index.js'
import { activityById } from './activity.js'
import Participation from '../models/participation.js'
import type { ExternalSettings } from './activity_settings.js'
import { type ExternalWork, finish } from './external_work.js'
import { assertRunning } from './participation_service.js'

/** The maximum age of a signed token; a message is normally sent right after it was signed. */
const LONGEST = '1 day'

/**
 * The secret with which the other system signs its return calls. Derived from the platform's key, so it is not stored and stays the same
 * over versions; each activity has a different one.
 */
export const signingSecret = (courseId: number, activityKey: string): string => opaqueName('learning.external', courseId, activityKey)

interface Claims {
  launch: string
  grade: number | null
}

/**
 * A return call: a JWT of the other system (HS256, with `iat` and `exp`) that names the finished launch and its `grade` (0 to 100,
 * optional). Idempotent.
 * @throws AppError 404 for an unknown launch; 401 signature_invalid, signature_expired; 422 on `token`, `grade`; 409 participation_*
 */
export async function finishBySignedCall(token: string): Promise<void> {
  const { launch, grade } = readClaims(token)
  await inCompanyOfToken({ plugin: 'learning', table: 'learning_external_work', token: launch }, () =>
    db.transaction(async (trx) => {
      const work = (await trx.from('learning_external_work').where('token', launch).first()) as ExternalWork | null
      if (!work) throw notFound()
      const activity = await activityById(work.activity_id, trx)
      const participation = await Participation.query({ client: trx }).where('id', work.participation_id).forUpdate().firstOrFail()
      await assertSigned(token, signingSecret(participation.courseId, activity.key))
      // If a supervisor confirms the activity, a call signed with its secret must have no effect.
      const isTold = kindOf(activity).finishedBy === 'elsewhere' && (activity.settings as ExternalSettings).finished_by === 'return_call'
      if (!isTold) throw notFound()
      if (work.finished_at) return
      assertRunning(participation)
      await finish(trx, participation, activity, { grade })
    }),
  )
}

/** The claims of the call, before its signature is checked. */
function readClaims(token: string): Claims {
  let claims: Record<string, unknown>
  try {
    claims = decodeJwt(token)
  } catch {
    throw invalid('token', 'format')
  }
  const { launch, grade = null } = claims
  if (typeof launch !== 'string') throw invalid('token', 'launch')
  const isGrade = grade === null || (typeof grade === 'number' && Number.isInteger(grade) && grade >= 0 && grade <= 100)
  if (!isGrade) throw invalid('grade', 'range')
  return { launch, grade: grade as number | null }
}

async function assertSigned(token: string, secret: string): Promise<void> {
  try {
    await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'iat'],
      maxTokenAge: LONGEST,
      clockTolerance: 60,
    })
  } catch (error) {
    throw new AppError(401, error instanceof errors.JWTExpired ? 'signature_expired' : 'signature_invalid')
  }
}
