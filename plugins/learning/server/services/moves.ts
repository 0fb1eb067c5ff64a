import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

const OPEN = `('registered', 'planned', 'busy')`

/**
 * If two accounts of one person both have a course open, the one with less progress is cancelled and stays visible. The other one now has
 * two assignments, so undoing one of them no longer withdraws it. Runs in the company's scope.
 */
export async function closeDuplicate(trx: TransactionClientContract, { kept, gone }: { kept: number; gone: number }): Promise<void> {
  await trx.rawQuery(
    `with doubled as (
       select p.id, (p.progress, p.started_at is not null, p.membership_id = ?) < (o.progress, o.started_at is not null, o.membership_id = ?) as is_lesser
         from learning_participations p join learning_participations o
           on o.company_id = p.company_id and o.course_id = p.course_id and o.membership_id <> p.membership_id
        where o.status in ${OPEN} and p.status in ${OPEN} and p.membership_id in (?, ?) and o.membership_id in (?, ?))
     update learning_participations p set updated_at = clock_timestamp(),
            status = case when is_lesser then 'cancelled' else status end, finished_at = case when is_lesser then now() else finished_at end
       from doubled d where p.id = d.id`,
    [kept, kept, kept, gone, kept, gone],
  )
}

/** Makes the latest participation in each course the current one, after two accounts were merged. Runs in the company's scope. */
export async function markCurrent(trx: TransactionClientContract, membershipId: number): Promise<void> {
  await trx.rawQuery(
    `update learning_participations p set current = not p.current
      where p.membership_id = ? and p.current <> not exists (
        select 1 from learning_participations o where o.company_id = p.company_id and o.membership_id = p.membership_id and o.course_id = p.course_id
          and (o.status in ${OPEN}, o.registered_at, o.id) > (p.status in ${OPEN}, p.registered_at, p.id))`,
    [membershipId],
  )
}
