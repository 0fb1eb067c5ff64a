import db from '@adonisjs/lucid/services/db'
import { emit } from '#core/kit/events'
import { participationExpired } from '../../contract/index.js'
import { OPEN_STATUSES } from '../../contract/states.js'
import Participation from '../models/participation.js'
import { factsOf } from './participation_service.js'

/**
 * Stores the expiry of participations whose access days ran out and emits their events; the hourly job `learning.expire`, in each company.
 * Requests check the end of access themselves.
 */
export async function expireParticipations(now = new Date()): Promise<void> {
  await db.transaction(async (trx) => {
    const expired = await Participation.query({ client: trx })
      .whereIn('status', [...OPEN_STATUSES])
      .where('expires_at', '<=', now)
      // An attempt that was submitted in time and waits for an examiner must not expire.
      .whereNotExists((attempts) =>
        attempts
          .from('learning_attempts as t')
          .whereColumn('t.company_id', 'learning_participations.company_id')
          .whereColumn('t.participation_id', 'learning_participations.id')
          .where('t.status', 'in_review'),
      )
      .forUpdate()
    if (!expired.length) return
    const versions = await trx
      .from('learning_course_versions')
      .whereIn(
        'id',
        expired.map(({ versionId }) => versionId),
      )
      .select('id', 'name')
    const names = new Map<number, Record<string, string>>(versions.map(({ id, name }) => [id, name]))
    await trx
      .from('learning_participations')
      .whereIn(
        'id',
        expired.map(({ id }) => id),
      )
      .update({ status: 'expired' })
    for (const participation of expired) {
      await emit(trx, participationExpired, {
        ...factsOf(participation, names.get(participation.versionId) ?? {}),
        expiredAt: participation.expiresAt!.toUTC().toISO()!,
      })
    }
  })
}
