import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId } from '#core/kit/scope'
import { RETRIED } from '../../contract/states.js'
import type { Plan, StepDecision, StepRecord } from '../engine/facts.js'
import { hasStarted } from '../engine/next.js'
import type { PersonDecisions } from './apply_plans.js'

const KEPT = ['state', 'reason', 'participation', 'startedOn', 'dueOn', 'openedOn', 'doneOn', 'again'] as const

/** Stores the decisions in two statements; unchanged rows are not written. */
export async function savePlans(
  trx: TransactionClientContract,
  considered: readonly PersonDecisions[],
  plans: ReadonlyMap<number, Plan>,
): Promise<void> {
  const steps = considered.flatMap(({ person, facts, plan }) => {
    const before = new Map(facts.steps.map((record) => [record.step, record]))
    return plan.steps.filter((step) => isNews(step, before.get(step.step))).map((step) => rowOf(person.id, step))
  })
  if (steps.length) await trx.rawQuery(SAVE_STEPS, [currentCompanyId(), JSON.stringify(steps)] as never)
  const people = considered.flatMap(({ person }) => {
    const { state, finishedOn, dueOn, lookOn, repeatEnd, stuck } = plans.get(person.id)!
    const isSame =
      person.state === state &&
      person.look_on === lookOn &&
      person.stuck === stuck &&
      person.due_on === dueOn &&
      person.finished_on === finishedOn
    return isSame ? [] : [{ id: person.id, state, finished_on: finishedOn, due_on: dueOn, look_on: lookOn, next_ends_on: repeatEnd, stuck }]
  })
  if (people.length) await trx.rawQuery(SAVE_PEOPLE, [JSON.stringify(people), currentCompanyId()] as never)
}

/** A step that only waits has no row. */
function isNews(step: StepDecision, before: StepRecord | undefined): boolean {
  if (!before) return hasStarted(step) || RETRIED.includes(step.reason)
  return KEPT.some((field) => step[field] !== before[field])
}

const rowOf = (person: number, { step, state, reason, participation, startedOn, dueOn, openedOn, doneOn, again }: StepDecision) => ({
  ...{ person_id: person, step, state, reason, participation_id: participation },
  ...{ started_on: startedOn, due_on: dueOn, opened_on: openedOn, done_on: doneOn, again },
})

const SAVE_STEPS = `
  insert into flows_steps (company_id, person_id, step, state, reason, participation_id, started_on, due_on, opened_on, done_on, again)
    select ?, s.* from jsonb_to_recordset(?::jsonb) as s(person_id bigint, step text, state text, reason text, participation_id bigint,
                                                         started_on date, due_on date, opened_on date, done_on date, again int)
  on conflict (company_id, person_id, step)
    do update set state = excluded.state, reason = excluded.reason, participation_id = excluded.participation_id,
                  started_on = excluded.started_on, due_on = excluded.due_on, opened_on = excluded.opened_on, done_on = excluded.done_on, again = excluded.again`

const SAVE_PEOPLE = `
  update flows_people p
     set state = n.state, finished_on = n.finished_on, due_on = n.due_on, look_on = n.look_on, next_ends_on = n.next_ends_on, stuck = n.stuck, updated_at = clock_timestamp()
    from jsonb_to_recordset(?::jsonb) as n(id bigint, state text, finished_on date, due_on date, look_on date, next_ends_on date, stuck text)
   where p.company_id = ? and p.id = n.id`

/** Stores the first due day of these rounds again, after their steps were changed without a plan. */
export const saveDueDays = (trx: TransactionClientContract, ids: readonly number[]) =>
  trx.rawQuery(
    `update flows_people p set due_on = (
        select min(s.due_on) from flows_steps s
         where s.company_id = p.company_id and s.person_id = p.id and s.started_on is not null and s.done_on is null)
      where p.id = any(?::bigint[])`,
    [[...ids]] as never,
  )
