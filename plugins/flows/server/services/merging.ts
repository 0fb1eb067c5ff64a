import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/**
 * Two accounts of one person may be in the same flow. A person has one open round per flow: the less advanced one is deleted. The rounds of
 * the account that goes are numbered after those of the one that stays, and the open round comes last. Runs in the company's scope.
 */
export async function joinRounds(trx: TransactionClientContract, pair: { kept: number; gone: number }): Promise<void> {
  const run = (sql: string) => trx.rawQuery(sql, pair as never)
  await run(
    `with open as (
       select p.id, p.flow_id, p.membership_id,
              (select count(*) from flows_steps s where s.company_id = p.company_id and s.person_id = p.id and s.done_on is not null) as done
         from flows_people p where p.membership_id in (:kept, :gone) and p.finished_on is null and p.removed_at is null)
     delete from flows_people p using open a join open b on b.flow_id = a.flow_id and b.membership_id <> a.membership_id
      where p.id = a.id and (a.done, a.membership_id = :kept::bigint) < (b.done, b.membership_id = :kept::bigint)`,
  )
  // Below zero first: a number may still be in use by the next round.
  await run(
    `update flows_people p set round = -(p.round + k.most)
       from (select flow_id, max(round) as most from flows_people where membership_id = :kept group by flow_id) k
      where p.membership_id = :gone and p.flow_id = k.flow_id`,
  )
  await run('update flows_people set round = -round where membership_id = :gone and round < 0')
  await run(
    `update flows_people p set round = n.most + 1
       from (select flow_id, max(round) as most from flows_people where membership_id in (:kept, :gone) group by flow_id) n
      where p.membership_id in (:kept, :gone) and p.flow_id = n.flow_id and p.round < n.most and p.finished_on is null and p.removed_at is null`,
  )
  // Only the newest round is repeated.
  await run(
    `update flows_people p set look_on = null
      where p.membership_id in (:kept, :gone) and p.finished_on is not null and p.look_on is not null and exists (
        select 1 from flows_people o where o.company_id = p.company_id and o.flow_id = p.flow_id and o.membership_id in (:kept, :gone)
           and o.round > p.round)`,
  )
}

/**
 * If both accounts had a course open, learning keeps one participation. A step whose participation was cancelled by that continues with the
 * other.
 */
export async function followOpenCourses(trx: TransactionClientContract, membershipId: number): Promise<void> {
  await trx.rawQuery(
    `update flows_steps s set participation_id = o.id
       from flows_people p, learning_course_facts c, learning_course_facts o
      where p.membership_id = ? and p.company_id = s.company_id and p.id = s.person_id and p.finished_on is null and s.done_on is null
        and c.company_id = s.company_id and c.id = s.participation_id and c.status = 'cancelled'
        and o.company_id = c.company_id and o.membership_id = p.membership_id and o.course_id = c.course_id and o.id < c.id
        and o.status in ('registered', 'planned', 'busy', 'passed')`,
    [membershipId],
  )
}
