import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, notFound } from '#core/contract/errors'
import { versionOf } from '#core/kit/database'
import { currentCompanyId, type Session } from '#core/kit/scope'
import { atGroup, queueRuleCheck } from './group_service.js'
import { type By, historyValues, historySql } from './history.js'

/**
 * Adds people of the current company to one of its groups. Existing members keep how they joined.
 * @throws AppError 404 for a group or person of another company
 */
export async function join(trx: TransactionClientContract, group: number, members: readonly number[], by: By): Promise<void> {
  const found = await trx.from('groups_groups').where('id', group).forShare().select('id').first()
  const { rows } = await trx.rawQuery<{ rows: unknown[] }>('select kit_held_members(?)', [members as number[]])
  if (!found || rows.length !== new Set(members).size) throw notFound()
  await trx.rawQuery(
    `with came as (
       insert into groups_members (company_id, group_id, membership_id, added) select ?, ?, unnest(?::bigint[]), 'hand'
         on conflict (company_id, group_id, membership_id) do update set added = coalesce(groups_members.added, excluded.added), put_in_at = clock_timestamp()
         returning membership_id, xmax = 0 as is_new)
     ${historySql('select membership_id from came where is_new')}`,
    [currentCompanyId(), group, members as number[], ...historyValues(group, 'joined', 'hand', by)] as never[],
  )
}

const PUT_IN = versionOf('put_in_at')

/** A membership by hand, the result of `joinOne`. */
export interface Joined {
  /** Id in `groups_members`. */
  row: number
  /** Its rule had added them already. */
  wasIn: boolean
  /** `put_in_at` right after; adding them again changes it. */
  version: string
}

/** Like `join`, for one person. @returns the result; null when they were a member by hand or import already @throws AppError 404 */
export async function joinOne(trx: TransactionClientContract, group: number, membership: number, by: By): Promise<Joined | null> {
  // Lock the group first, as a change of its rule does.
  await trx.from('groups_groups').where('id', group).forShare().select('id').first()
  const mine = { company_id: currentCompanyId(), group_id: group, membership_id: membership }
  const before = await trx.from('groups_members').where(mine).forUpdate().select('added').first()
  await join(trx, group, [membership], by)
  await queueRuleCheck(trx, membership)
  if (before?.added) return null
  const { id, version } = await trx
    .from('groups_members')
    .where(mine)
    .select('id', trx.raw(`${PUT_IN} as version`))
    .firstOrFail()
  return { row: id, wasIn: before !== null, version }
}

/** The reason that a person stays: the rule or somebody has added them since. */
type KeptReason = 'kept_by_rule' | 'put_in_meanwhile'

/**
 * Undoes a membership by hand: the person leaves unless the rule includes them. @returns whether there was something to undo, or why they
 * stay
 */
export async function undoJoin(trx: TransactionClientContract, joined: Joined, membership: number, by: By): Promise<boolean | KeptReason> {
  const result = await undoJoinOne(trx, joined, membership, by)
  if (result !== false && result !== 'put_in_meanwhile') await queueRuleCheck(trx, membership)
  return result
}

/** The same without the courses: the caller settles them. */
export async function undoJoinOne(
  trx: TransactionClientContract,
  { row: id, wasIn, version }: Joined,
  membership: number,
  by: By,
): Promise<boolean | KeptReason> {
  const mine = () => trx.from('groups_members').where({ id, membership_id: membership })
  const row = await mine()
    .whereNotNull('added')
    .forUpdate()
    .select('by_rule', 'group_id', trx.raw(`${PUT_IN} as version`))
    .first()
  if (!row) return false
  if (row.version !== version) return 'put_in_meanwhile'
  if (row.by_rule) await mine().update({ added: null })
  else {
    await mine().delete()
    await noteLeft(trx, row.group_id, membership, by)
  }
  return row.by_rule && !wasIn ? 'kept_by_rule' : true
}

const noteLeft = (trx: TransactionClientContract, group: number, membership: number, by: By) =>
  trx.rawQuery(historySql('select ?::bigint'), historyValues(group, 'left', 'hand', by).toSpliced(4, 0, membership) as never[])

/** Adds some people by hand. @throws AppError 404 */
export function addMembers(session: Session, id: string, members: readonly number[]): Promise<void> {
  return atGroup(session, id, 'join', () =>
    db.transaction(async (trx) => {
      await join(trx, Number(id), members, session)
      await queueRuleCheck(trx, members.length === 1 ? members[0]! : null)
    }),
  )
}

/** Removes one person. @throws AppError 404 for a person who is no member; 409 kept_by_rule for one whom the rule would add again */
export async function leave(trx: TransactionClientContract, group: number, membership: number, by: By): Promise<void> {
  const mine = { company_id: currentCompanyId(), group_id: group, membership_id: membership }
  const row = await trx.from('groups_members').where(mine).forUpdate().select('id', 'by_rule').first()
  if (!row) throw notFound()
  if (row.by_rule) throw conflict('kept_by_rule')
  await trx.from('groups_members').where('id', row.id).delete()
  await noteLeft(trx, group, membership, by)
  await queueRuleCheck(trx, membership)
}

/**
 * Two accounts of one person may be in the same group: one membership stays, with both ways of joining. Undoing either one no longer
 * removes it. Runs in the company's scope.
 */
export async function inByBoth(trx: TransactionClientContract, { kept, gone }: { kept: number; gone: number }): Promise<void> {
  await trx.rawQuery(
    `update groups_members k set added = coalesce(k.added, g.added), by_rule = k.by_rule or g.by_rule, put_in_at = clock_timestamp()
       from groups_members g where g.company_id = k.company_id and g.group_id = k.group_id and k.membership_id = ? and g.membership_id = ?`,
    [kept, gone],
  )
}
