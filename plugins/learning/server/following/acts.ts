import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { saveFrom, versionOf } from '#core/kit/database'
import { emit } from '#core/kit/events'
import { inCompanyOfRow, type Session } from '#core/kit/scope'
import { type ParticipationAct, participationChanged } from '../../contract/index.js'
import Participation from '../models/participation.js'
import { factsOf } from '../services/participation_service.js'
import { versionContent } from '../services/version_content.js'
import { ACT_RULES, type ActResult } from './act_rules.js'
import { type Actor, recordHistory } from './history.js'
import { isInFlow } from './in_flow.js'

export interface ActOrder {
  act: ParticipationAct
  /** `updated_at` of the participation as the supervisor read it. */
  version: string
  /** The reason; required for passing by hand. */
  reason: string | null
  /** For a retry: the quiz that gets an attempt. */
  activity: number | null
}

const TABLE = 'learning_participations'

/** The current state of the participation, shown to the person whose act is refused. */
async function currentOf(trx: TransactionClientContract, id: number) {
  return trx
    .from(TABLE)
    .where('id', id)
    .select('status', 'due_at', 'expires_at', trx.raw(`${versionOf('updated_at')} as updated_at`))
    .firstOrFail()
}

/**
 * Performs one act on a person's course, with its event and its history entry, in one transaction.
 * @returns the participation to continue with: a restart creates a new one
 * @throws AppError 404 for a participation out of reach; 409 changed_meanwhile when another supervisor was first, else the code of the
 * act's rule (act_rules.ts); 422 on `reason` or `activity`
 */
export async function act(session: Session, id: number, order: ActOrder): Promise<{ id: number }> {
  return inCompanyOfRow(session, { table: TABLE, id, reason: `learning.${order.act}` }, () => actIn(session, id, order))
}

/** The same in the scope of the participation's company. */
export async function actIn(by: Actor, id: number, order: ActOrder): Promise<{ id: number }> {
  const rule = ACT_RULES[order.act]
  if (rule.needsReason && !order.reason) throw invalid('reason', 'required')
  return saveFrom({ table: TABLE, id, version: order.version, sent: {}, current: (trx) => currentOf(trx, id) }, (trx) =>
    actWithin(trx, by, id, order),
  )
}

/** The same in the caller's transaction, without a version check. @param by null: the system @throws AppError as `act` */
export async function actWithin(
  trx: TransactionClientContract,
  by: Actor | null,
  id: number,
  order: Omit<ActOrder, 'version'>,
): Promise<{ id: number }> {
  const rule = ACT_RULES[order.act]
  const participation = await Participation.query({ client: trx }).where('id', id).forUpdate().first()
  if (!participation) throw notFound()
  if (!participation.current) throw conflict('superseded')
  const now = DateTime.now()
  const refusal = rule.refusal(participation, now, await isInFlow(participation, trx))
  if (refusal) throw conflict(refusal)
  const { version } = await versionContent(participation.versionId, trx)
  const result = await rule.run({ trx, participation, version, now, by: by ?? NOBODY, order })
  await participation.useTransaction(trx).save()
  await recordHistory(trx, by, { participationId: id, action: order.act, reason: order.reason, details: result.details })
  await tell(trx, participation, version.name, order.act, result)
  return { id: result.next ?? id }
}

const NOBODY: Actor = { companyId: null, membershipId: null }

async function tell(
  trx: TransactionClientContract,
  participation: Participation,
  courseName: Record<string, string>,
  act: ParticipationAct,
  { toldAlready }: ActResult,
): Promise<void> {
  if (toldAlready) return
  const { rows } = await trx.rawQuery<{ rows: { at: Date }[] }>('select clock_timestamp() as at')
  await emit(trx, participationChanged, {
    ...factsOf(participation, courseName),
    act,
    status: participation.status,
    expiresAt: participation.expiresAt?.toUTC().toISO() ?? null,
    finishedAt: participation.finishedAt?.toUTC().toISO() ?? null,
    changedAt: rows[0]!.at.toISOString(),
  })
}
