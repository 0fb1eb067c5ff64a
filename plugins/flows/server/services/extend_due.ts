import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { invalid } from '#core/contract/errors'
import { type Day, today } from '#core/kit/days'
import type { Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import { recordHistory } from './history.js'
import type { PersonRow } from './load_facts.js'
import { saveDueDays } from './save_plans.js'

/** @throws AppError 422 on `due_on` (due_past) */
export function assertLater(dueOn: Day): void {
  if (dueOn <= today()) throw invalid('due_on', 'due_past')
}

/**
 * Moves the due date of a person's open steps to a later day, if it is earlier. Learning mails the person about it.
 * @returns whether one of them was due before
 * @throws AppError 422 on `due_on` (due_past)
 */
export async function extendDue(
  trx: TransactionClientContract,
  person: PersonRow,
  { due_on: dueOn, reason }: { due_on: Day; reason: string },
  session: Session,
): Promise<boolean> {
  assertLater(dueOn)
  // In the same lock order as a run.
  await trx.rawQuery('select id from flows_flows where id = ? for key share', [person.flow_id])
  await trx.from('flows_people').where('id', person.id).forUpdate().select('id')
  const steps: { participation_id: number; step: string }[] = await trx
    .from('flows_steps')
    .where('person_id', person.id)
    .whereNotNull('participation_id')
    .whereNotNull('started_on')
    .whereNull('done_on')
    .where('due_on', '<', dueOn)
    .select('participation_id', 'step')
  if (!steps.length) return false
  const keys = steps.map(({ step }) => step)
  await trx.from('flows_steps').where('person_id', person.id).whereIn('step', keys).update({ due_on: dueOn })
  await saveDueDays(trx, [person.id])
  const learning = await serviceOf(learningService, trx)
  await learning?.changeDue(
    trx,
    steps.map(({ participation_id: id }) => id),
    dueOn,
    reason,
    session,
  )
  const courseOf = (key: string) => person.definition.steps.find((step) => step.key === key)?.course ?? null
  await recordHistory(
    trx,
    keys.map((key) => ({
      ...{ flow: person.flow_id, member: person.membership_id, act: 'extended' },
      facts: { flow: person.flow, course: courseOf(key), due_on: dueOn, reason },
    })),
    session,
  )
  return true
}
