import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { emit } from '#core/kit/events'
import { currentCompanyId } from '#core/kit/scope'
import { entriesReleased, momentMoved, type ReleaseReason } from '../../contract/index.js'
import { emitFreed } from './exams_service.js'
import { recordNews } from './news.js'
import { lockMoment } from './seats.js'
import { OLD_NEWS } from '../due.js'

interface Moment {
  id: number
  provider_company_id: number | null
  withdrawn_at: Date | null
  starts_at: Date
}
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

interface Due {
  moment_id: number
}

/**
 * Applies expiry and changes by admins to this company's entries: releases expired holds and entries at withdrawn moments, and emits
 * changed times. Idempotent.
 * @param momentId only of this one
 */
export async function updateEntries(momentId?: number): Promise<void> {
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

/** Deletes old news, whether or not it was sent. The daily job `exams.forget_news`. */
export async function deleteOldNews(): Promise<void> {
  for (const table of ['exams_news', 'exams_told']) await db.from(table).where('company_id', currentCompanyId()).whereRaw(OLD_NEWS).delete()
}

async function keepMoment(trx: TransactionClientContract, momentId: number): Promise<void> {
  const { rows: before } = await trx.rawQuery<{ rows: Moment[] }>(
    'select m.id, m.provider_company_id, m.withdrawn_at, m.starts_at from exams_lock_moment(?) l, exams_moments m where m.id = ?',
    [momentId, momentId],
  )
  const moment = before[0]
  if (!moment) return
  const lapsed = await giveBack(trx, moment, 'lapsed', 'held_until < clock_timestamp()')
  if (moment.withdrawn_at) await giveBack(trx, moment, 'withdrawn', 'true')
  else if (lapsed) await emitFreed(trx, await lockMoment(trx, momentId))
  const { rows: moved } = await trx.rawQuery<{ rows: { key: string; members: number[]; given: number[]; old: Date }[] }>(
    `with changed as (
       select n.id, n.key, n.membership_id, n.held_until, n.told_starts_at as old from exams_entries n
        where n.company_id = :company and n.moment_id = :moment and n.released_at is null and n.told_starts_at <> :at for update),
     told as (update exams_entries n set told_starts_at = :at from changed c where n.id = c.id)
     select key, min(old) as old, coalesce(array_agg(membership_id order by id) filter (where membership_id is not null), '{}') as members,
            coalesce(array_agg(id order by id) filter (where held_until is null), '{}') as given
       from changed group by key order by key`,
    { company: currentCompanyId(), moment: momentId, at: moment.starts_at },
  )
  for (const { key, members, given, old } of moved) {
    const facts = { key, membershipIds: members.map(Number), momentId }
    await emit(trx, momentMoved, { ...facts, startsAt: moment.starts_at.toISOString(), from: old.toISOString() })
    await recordNews(trx, moment, given, 'status', 'moved')
  }
}

/** @param when SQL condition on the entry @returns whether there was any */
async function giveBack(trx: TransactionClientContract, moment: Moment, reason: 'lapsed' | 'withdrawn', when: string): Promise<boolean> {
  const { rows } = await trx.rawQuery<{ rows: { id: number; key: string; membership_id: number | null; held_until: Date | null }[] }>(
    `update exams_entries set released_at = clock_timestamp(), release_reason = ?, updated_at = clock_timestamp()
      where company_id = ? and moment_id = ? and released_at is null and ${when} returning id, key, membership_id, held_until`,
    [reason, currentCompanyId(), moment.id],
  )
  rows.sort((one, other) => one.id - other.id)
  await emitReleased(trx, moment.id, rows, reason)
  // A provider never heard of a seat that was only held.
  if (reason === 'withdrawn') await recordNews(trx, moment, idsOf(rows.filter((row) => row.held_until === null)), 'status', reason)
  return rows.length > 0
}

/** One event per key. */
export async function emitReleased(
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
