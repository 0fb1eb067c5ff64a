import db from '@adonisjs/lucid/services/db'
import type { PayloadOf } from '#core/contract/events'
import { serviceOf } from '#core/kit/services'
import { currentCompanyId } from '#core/kit/scope'
import { textIn } from '#core/kit/words'
import { learningService, type participationChanged, type participationExpired } from '#plugins/learning/contract/index'
import type { CourseAllowance } from '#plugins/learning/contract/allowance'
import type { UseState } from '../../contract/index.js'
import { contractFor, service } from './contracts_service.js'
import { contracts, extraOf, limitOf } from './store.js'

export interface UseRow {
  id: number
  company_id: number
  company_name: string
  contract_id: number
  contract_name: string
  course_id: number
  course_name: Record<string, string> | null
  membership_id: number | null
  person: string
  taken_at: Date
  started_at: Date | null
  extra_cents: number
  /** The number of its invoice; null: not billed, or billed by the booking. */
  bill_number: string | null
  state: UseState
}

/** A course's name; its id when it was deleted. */
export const courseOf = ({ course_id: id, course_name: name }: UseRow, language: string): string =>
  name ? textIn(name, language) : String(id)

/** The places that people took, by contract and course. */
export const uses = () =>
  db
    .from('contracts_uses as u')
    .join('contracts_contracts as k', (on) => on.on('k.company_id', 'u.company_id').andOn('k.id', 'u.contract_id'))
    .join('kit_companies as c', 'c.id', 'u.company_id')
    .leftJoin('kit_members as m', 'm.id', 'u.membership_id')
    .leftJoin('learning_titles as o', 'o.course_id', 'u.course_id')
    .select(
      'u.id',
      'u.company_id',
      'u.contract_id',
      'u.course_id',
      'u.membership_id',
      'u.taken_at',
      'u.started_at',
      'u.extra_cents',
      'u.bill_number',
      'u.state',
    )
    .select('c.name as company_name', 'k.name as contract_name', 'o.name as course_name')
    .select(db.raw(`coalesce(m.full_name, '') as person`))

const subjectOf = (participationId: number) => `learning:${participationId}`

/** The check of learning before it gives a course: by hand, by a group, from the catalogue. */
export const allowance: CourseAllowance = {
  async take(trx, { participationId, membershipId, courseId }) {
    await service.consume(trx, { subject: subjectOf(participationId), courseId, membershipIds: [membershipId] })
  },
  async takeAll(trx, courseId, given) {
    const contract = await contractFor(courseId, trx)
    if (!contract) return true
    if (limitOf(contract) !== null) return false
    await trx.rawQuery(
      `insert into contracts_uses (company_id, contract_id, subject, course_id, membership_id, extra_cents)
         select ?, ?, 'learning:' || p, ?, m, 0 from unnest(?::bigint[], ?::bigint[]) as t(p, m)
       on conflict (company_id, subject, membership_id) do nothing`,
      [
        ...[currentCompanyId(), contract.id, courseId],
        given.map(({ participationId }) => participationId),
        given.map(({ membershipId }) => membershipId),
      ] as never,
    )
    return true
  },
}

/** A course that was never started and is cancelled or over releases its place. */
export async function releaseUnstarted(
  facts: PayloadOf<typeof participationChanged> | PayloadOf<typeof participationExpired>,
): Promise<void> {
  if ('act' in facts && facts.act !== 'cancel') return
  const begun = await (await serviceOf(learningService))?.started([facts.participationId])
  if (begun?.has(facts.participationId)) return
  await db.transaction((trx) => service.release(trx, subjectOf(facts.participationId)))
}

/**
 * A person started: from now on they count in contracts that count starts, at the agreed price when that is past the limit: they were not
 * refused then, because they had their place already (decision 0164). A repeated event keeps the first time.
 */
export async function recordStarted({
  membershipId,
  courseId,
  startedAt,
}: {
  membershipId: number
  courseId: number
  startedAt: string
}): Promise<void> {
  const waiting = { membership_id: membershipId, course_id: courseId, started_at: null, given_back_at: null }
  await db.transaction(async (trx) => {
    const ids: { contract_id: number }[] = await trx.from('contracts_uses').where(waiting).distinct('contract_id').orderBy('contract_id')
    for (const { contract_id: id } of ids) {
      await trx.from('contracts_contracts').where('id', id).forUpdate().select('id').first()
      const before = await contracts(trx).where('k.id', id).firstOrFail()
      const begun: { id: number }[] = await trx
        .from('contracts_uses')
        .where({ ...waiting, contract_id: id })
        .update({ started_at: startedAt })
        .returning('id')
      const after = await contracts(trx).where('k.id', id).firstOrFail()
      const [limit, extra] = [limitOf(after), extraOf(after)]
      if (!after.only_started || limit === null || extra === null || after.used <= Math.max(limit, before.used)) continue
      await trx
        .from('contracts_uses')
        .where('id', begun[0]!.id)
        .update({ extra_cents: extra, extra_at: trx.raw('clock_timestamp()'), bill: null })
    }
  })
}
