import db from '@adonisjs/lucid/services/db'
import { addDays, today } from '#core/kit/days'
import { peopleCondition } from '#core/kit/lists'
import { type Session, withinReach } from '#core/kit/scope'

/** Numbers of people in flows. A person in two flows counts twice. */
export interface FlowNumbers {
  under_way: number
  /** In the period, as the filter `finished_on=last<period>` of the list of people has it. */
  finished: number
  stuck: number
  /** With an overdue step. */
  late: number
}

/** The numbers of flows on the dashboard. @param period days @param query filters over people @throws validation error (422) */
export async function flowNumbers(session: Session, period: number, query: unknown): Promise<FlowNumbers> {
  const { sql, values } = (await peopleCondition(session, query))('p.membership_id')
  return withinReach(session, 'flows.numbers', async () => {
    const { rows } = await db.rawQuery<{ rows: [FlowNumbers] }>(
      `select count(*) filter (where p.finished_on is null)::int as under_way,
              count(*) filter (where p.finished_on >= ?::date)::int as finished,
              count(*) filter (where p.finished_on is null and p.stuck is not null)::int as stuck,
              count(*) filter (where p.finished_on is null and p.due_on < ?::date)::int as late
         from flows_people p where p.removed_at is null and ${sql}`,
      [addDays(today(), -period), today(), ...values] as never,
    )
    return rows[0]
  })
}
