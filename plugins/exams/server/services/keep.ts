import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { emit } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { entriesReleased, momentMoved, type ReleaseReason } from '../../contract/index.js'
import { tellFreed } from './exams_service.js'
import { lockMoment } from './seats.js'

interface Due {
  moment_id: number
}

/**
 * What the clock and the platform's admins did to this company's entries: holds whose time is over go back, so do entries at a
 * moment that was withdrawn, and another time is told. A second run finds nothing to do.
 * @param momentId only of this one
 */
export async function keepEntries(momentId?: number): Promise<void> {
  const query = db
    .from('exams_entries as n')
    .join('exams_moments as m', 'm.id', 'n.moment_id')
    .where('n.company_id', currentCompanyId())
    .whereNull('n.released_at')
    .whereRaw('(n.held_until < clock_timestamp() or m.withdrawn_at is not null or n.told_starts_at <> m.starts_at)')
    .distinct('n.moment_id')
    .limit(1000)
  if (momentId) void query.where('n.moment_id', momentId)
  for (const { moment_id: id } of (await query) as Due[]) await db.transaction((trx) => keepMoment(trx, id))
}

async function keepMoment(trx: TransactionClientContract, momentId: number): Promise<void> {
  const { rows: before } = await trx.rawQuery(
    'select m.withdrawn_at, m.starts_at from exams_lock_moment(?) l, exams_moments m where m.id = ?',
    [momentId, momentId],
  )
  const moment = before[0]
  if (!moment) return
  const lapsed = await giveBack(trx, momentId, 'lapsed', 'held_until < clock_timestamp()')
  if (moment.withdrawn_at) await giveBack(trx, momentId, 'withdrawn', 'true')
  else if (lapsed) await tellFreed(trx, await lockMoment(trx, momentId))
  const { rows: moved } = await trx.rawQuery<{ rows: { key: string; members: number[]; old: Date }[] }>(
    `with changed as (
       select n.id, n.key, n.membership_id, n.told_starts_at as old from exams_entries n
        where n.company_id = :company and n.moment_id = :moment and n.released_at is null and n.told_starts_at <> :at for update),
     told as (update exams_entries n set told_starts_at = :at from changed c where n.id = c.id)
     select key, min(old) as old, coalesce(array_agg(membership_id) filter (where membership_id is not null), '{}') as members
       from changed group by key order by key`,
    { company: currentCompanyId(), moment: momentId, at: moment.starts_at },
  )
  for (const { key, members, old } of moved) {
    const facts = { key, membershipIds: members.map(Number), momentId }
    await emit(trx, momentMoved, { ...facts, startsAt: moment.starts_at.toISOString(), from: old.toISOString() })
  }
}

/** @param when SQL on the entry @returns whether there was any */
async function giveBack(
  trx: TransactionClientContract,
  momentId: number,
  reason: Exclude<ReleaseReason, 'released'>,
  when: string,
): Promise<boolean> {
  const { rows } = await trx.rawQuery<{ rows: { key: string; membership_id: number | null }[] }>(
    `update exams_entries set released_at = clock_timestamp(), release_reason = ?, updated_at = clock_timestamp()
      where company_id = ? and moment_id = ? and released_at is null and ${when} returning key, membership_id`,
    [reason, currentCompanyId(), momentId],
  )
  await tellReleased(trx, momentId, rows, reason)
  return rows.length > 0
}

/** One event a key. */
export async function tellReleased(
  trx: TransactionClientContract,
  momentId: number,
  rows: readonly { key: string; membership_id: number | null }[],
  reason: Exclude<ReleaseReason, 'released'>,
): Promise<void> {
  for (const key of new Set(rows.map((row) => row.key))) {
    const membershipIds = rows.flatMap((row) => (row.key === key && row.membership_id !== null ? row.membership_id : []))
    await emit(trx, entriesReleased, { key, membershipIds, momentId, reason })
  }
}
