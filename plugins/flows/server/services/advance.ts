import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { type Day, today } from '#core/kit/days'
import { anyOf, preparedQuery } from '#core/kit/database'
import { emitAll } from '#core/kit/events'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import { flowFinished, stepsStarted } from '../../contract/index.js'
import type { PersonFacts, Plan, StepDecision } from '../engine/facts.js'
import { next } from '../engine/next.js'
import { summarize } from '../engine/summarize.js'
import { applyPlans, type PersonDecisions } from './apply_plans.js'
import { recordHistory } from './history.js'
import { loadRecords, peopleOf, withProofs } from './load_facts.js'
import { savePlans } from './save_plans.js'

/** Number of people that are advanced in one transaction. */
export const BATCH = 500

// Locks all their flows first, like changing or deleting a flow does: the opposite order could deadlock. The count makes sure that all
// locks are taken.
const LOCK = `
  with held as materialized (
    select id from flows_flows where id in (select flow_id from flows_people where id ${anyOf('$1')}) order by id for key share)
  select p.id from flows_people p
   where (select count(*) from held) > 0 and p.id ${anyOf('$1')} and p.finished_on is null and p.removed_at is null
   order by p.id for update`

/**
 * Advances rounds: decides where each person is, starts what is due and stores the result, in the caller's transaction. Idempotent: the
 * rows are locked, and started steps are read again under the lock.
 * @param ids rows of flows_people; one that is finished, removed or deleted is skipped
 */
export async function advance(trx: TransactionClientContract, ids: readonly number[]): Promise<void> {
  const locked = await preparedQuery<{ id: number }>(trx, 'flows_lock', LOCK, [[...ids]])
  // Read under the lock, because another run may have changed them.
  const people = await peopleOf(
    trx,
    locked.map(({ id }) => id),
  )
  const day = today()
  const plans = new Map<number, Plan>()
  const started = new Map<number, StepDecision[]>()
  let pending: PersonDecisions['person'][] = people
  // A course that the person already had may start another step at once, because they may have opened it. A new course cannot.
  while (pending.length) {
    const considered = await consider(trx, pending, day)
    const gains = await applyPlans(trx, considered, day)
    for (const { person, plan } of considered) plans.set(person.id, summarize(person.definition, plan.steps, day, person.ends_on))
    await savePlans(trx, considered, plans)
    for (const [id, steps] of gains) started.set(id, [...(started.get(id) ?? []), ...steps])
    pending = pending.filter(({ id }) => gains.get(id)?.some(({ reason }) => reason === 'had_it_open'))
  }
  await tell(trx, people, plans, started)
}

/** Decides about each person. Most events start nothing, so certificates are only loaded when needed. */
async function consider(
  trx: TransactionClientContract,
  people: readonly PersonDecisions['person'][],
  day: Day,
): Promise<PersonDecisions[]> {
  const planned = (facts: ReadonlyMap<number, PersonFacts>) =>
    people.map((person) => ({ person, facts: facts.get(person.id)!, plan: next(person.definition, facts.get(person.id)!, day) }))
  const records = await loadRecords(trx, people)
  const considered = planned(records)
  const asks = considered.some(({ plan }) => plan.finishedOn !== null || plan.steps.some(({ act }) => act === 'start'))
  return asks ? planned(await withProofs(trx, people, records)) : considered
}

async function tell(
  trx: TransactionClientContract,
  people: readonly PersonDecisions['person'][],
  plans: ReadonlyMap<number, Plan>,
  started: ReadonlyMap<number, readonly StepDecision[]>,
): Promise<void> {
  const withSteps = people.filter(({ id }) => started.has(id))
  await emitAll(
    trx,
    stepsStarted,
    withSteps.map(({ id, membership_id: membershipId, flow }) => ({
      ...{ personId: id, membershipId, flow },
      participationIds: started.get(id)!.map(({ participation }) => participation!),
    })),
  )
  await release(trx, plans)
  const finished = people.filter(({ id }) => plans.get(id)!.finishedOn !== null)
  await emitAll(
    trx,
    flowFinished,
    finished.map(({ id, membership_id: membershipId, flow, round }) => ({
      ...{ personId: id, membershipId, flow, round },
      finishedOn: plans.get(id)!.finishedOn!,
    })),
  )
  await recordHistory(
    trx,
    [
      ...withSteps.flatMap(({ id, ...person }) =>
        started.get(id)!.map((step) => ({ ...person, act: 'step_started', course: step.course })),
      ),
      ...finished.map((person) => ({ ...person, act: 'finished', course: null })),
    ].map(({ flow_id: flow, membership_id: member, flow: name, act, course }) => ({ flow, member, act, facts: { flow: name, course } })),
    null,
  )
}

/** Optional courses that are still open when the flow is finished continue without it: supervisors may cancel them again. */
async function release(trx: TransactionClientContract, plans: ReadonlyMap<number, Plan>): Promise<void> {
  const open = [...plans.values()]
    .filter(({ finishedOn }) => finishedOn !== null)
    .flatMap(({ steps }) => steps.filter(({ participation, doneOn }) => participation !== null && doneOn === null))
  if (!open.length) return
  const learning = await serviceOf(learningService, trx)
  await learning?.leaveFlow(
    trx,
    open.map(({ participation }) => participation!),
    false,
    null,
  )
}

/** Advances all rounds of one person, after an event about them or one of their courses. */
export async function advanceMember(membershipId: number): Promise<void> {
  const rows = await preparedQuery<{ id: number }>(
    db,
    'flows_under_way',
    'select id from flows_people where membership_id = $1 and finished_on is null and removed_at is null',
    [membershipId],
  )
  if (!rows.length) return
  await db.transaction((trx) =>
    advance(
      trx,
      rows.map(({ id }) => id),
    ),
  )
}

/** Has the clock look at all rounds of a person. */
export async function lookAgain(membershipId: number): Promise<void> {
  await db
    .from('flows_people')
    .where('membership_id', membershipId)
    .whereNull('finished_on')
    .whereNull('removed_at')
    .whereRaw('(look_on is null or look_on > ?)', [today()])
    .update({ look_on: today() })
}
