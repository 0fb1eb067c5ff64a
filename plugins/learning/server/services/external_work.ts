import { randomBytes } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { type Session, currentCompanyId, inCompanyOfRow } from '#core/kit/scope'
import { platformUrl } from '#core/kit/settings'
import { kindOf } from '../../activity_types/index.js'
import { recordHistory } from '../following/history.js'
import { type ActivityStatus, OPEN_STATUSES } from '../../contract/states.js'
import type { Activity } from './activity.js'
import Participation from '../models/participation.js'
import type { ExternalSettings } from './activity_settings.js'
import { setState, workOn } from './activity_service.js'
import { loadContent, openActivity } from './course_content.js'
import { type Owner, assertRunning, hasExpired } from './participation_service.js'
import { settle } from './recompute.js'

const TABLE = 'learning_external_work'

export interface ExternalWork {
  id: number
  participation_id: number
  activity_id: number
  finished_at: Date | null
}

/**
 * Opens an external activity; opening it again returns the same launch.
 * @returns its address, with `launch` (the launch to name in the signed return call) and `return_url` (the page to send the person back to)
 * @throws AppError as `workOn`; 409 activity_not_startable for another type
 */
export async function launch(owner: Owner, participationId: number, activityId: number): Promise<string> {
  return db.transaction(async (trx) => {
    const { participation, activity } = await workOn(owner, participationId, activityId, trx)
    if (kindOf(activity).finishedBy !== 'elsewhere') throw conflict('activity_not_startable')
    const { rows } = await trx.rawQuery<{ rows: { token: string }[] }>(
      `insert into ${TABLE} (company_id, participation_id, activity_id, token) values (?, ?, ?, ?)
       on conflict (company_id, participation_id, activity_id) do update set token = ${TABLE}.token returning token`,
      [currentCompanyId(), participation.id, activity.id, randomBytes(24).toString('base64url')],
    )
    await setState(trx, participation, activity, { status: 'doing', keepExisting: true })
    const address = new URL((activity.settings as ExternalSettings).url)
    address.searchParams.set('launch', rows[0]!.token)
    address.searchParams.set('return_url', await platformUrl(`/deelnemer/training/activiteit/${participation.id}/${activity.id}`))
    return address.href
  })
}

/**
 * The person reports that it is done; a supervisor then has to confirm it.
 * @throws AppError as `workOn`; 409 activity_not_completable when the other system reports it, activity_not_opened
 */
export async function report(owner: Owner, participationId: number, activityId: number): Promise<void> {
  await db.transaction(async (trx) => {
    const { participation, activity } = await workOn(owner, participationId, activityId, trx)
    const bySupervisor = kindOf(activity).finishedBy === 'elsewhere' && (activity.settings as ExternalSettings).finished_by === 'supervisor'
    if (!bySupervisor) throw conflict('activity_not_completable')
    const changed = await trx
      .from(TABLE)
      .where({ participation_id: participation.id, activity_id: activity.id })
      .update({ reported_at: new Date() })
    if (!Number(changed)) throw conflict('activity_not_opened')
    await setState(trx, participation, activity, { status: 'waiting' })
  })
}

/** Whether a supervisor can confirm this step now; screens only offer what `confirm` accepts. */
export function mayConfirm(participation: Participation, activity: Activity, status: ActivityStatus): boolean {
  const { status: course, language } = participation
  const runs = OPEN_STATUSES.includes(course) && !hasExpired(participation) && language !== null
  return runs && kindOf(activity).finishedBy === 'elsewhere' && status !== 'locked' && status !== 'finished'
}

/**
 * A supervisor confirms that it was done, whether or not the person reported it. The note is stored in the participation's history.
 * @param session the supervisor, who must have the participation in reach and is recorded
 * @throws AppError 404; 409 participation_*, activity_locked, activity_not_completable, activity_finished; 422 on `note`
 */
export async function confirm(session: Session, participationId: number, activityId: number, note: string): Promise<void> {
  if (!note.trim()) throw invalid('note', 'required')
  await inCompanyOfRow(session, { table: 'learning_participations', id: participationId, reason: 'learning.activities.confirm' }, () =>
    db.transaction(async (trx) => {
      const participation = await Participation.query({ client: trx }).where('id', participationId).forUpdate().first()
      if (!participation) throw notFound()
      assertRunning(participation)
      const { activity, status } = openActivity(await loadContent(participation, trx), activityId)
      if (kindOf(activity).finishedBy !== 'elsewhere') throw conflict('activity_not_completable')
      if (status === 'finished') throw conflict('activity_finished')
      await trx
        .knexQuery()
        .table(TABLE)
        .insert({
          company_id: participation.companyId,
          participation_id: participation.id,
          activity_id: activity.id,
          token: randomBytes(24).toString('base64url'),
        })
        .onConflict(['company_id', 'participation_id', 'activity_id'])
        .ignore()
      await finish(trx, participation, activity, { note, confirmed_by: session.membershipId })
      await recordHistory(trx, session, { participationId, action: 'confirm', reason: note, details: { activity: activityId } })
    }),
  )
}

interface Outcome {
  grade?: number | null
  note?: string
  confirmed_by?: number | null
}

/** Stores that it is done. Idempotent. The participation's row must be locked. */
export async function finish(
  trx: TransactionClientContract,
  participation: Participation,
  activity: Activity,
  outcome: Outcome,
): Promise<void> {
  const changed = await trx
    .from(TABLE)
    .where({ participation_id: participation.id, activity_id: activity.id })
    .whereNull('finished_at')
    .update({ finished_at: new Date(), ...outcome })
  if (!Number(changed)) return
  await setState(trx, participation, activity, { status: 'finished', grade: outcome.grade ?? null })
  await settle(trx, participation)
}
