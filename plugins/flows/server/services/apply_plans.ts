import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError } from '#core/contract/errors'
import type { Day } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { type LearningService, learningService } from '#plugins/learning/contract/index'
import { applyAssignment } from '../engine/assignment.js'
import type { PersonFacts, Plan, StepDecision } from '../engine/facts.js'
import type { PersonRow } from './load_facts.js'

/** One person and the decisions about them. */
export interface PersonDecisions {
  person: PersonRow
  facts: PersonFacts
  plan: Plan
}

interface Wanted {
  person: PersonRow
  step: StepDecision
}

/**
 * Carries out the plans and writes the outcome into their steps. An inactive flow starts nothing.
 * @returns a row's id → the steps that started
 */
export async function applyPlans(
  trx: TransactionClientContract,
  considered: readonly PersonDecisions[],
  day: Day,
): Promise<Map<number, StepDecision[]>> {
  const wanted = considered.flatMap(({ person, plan }) => plan.steps.flatMap((step) => (step.act ? [{ person, step }] : [])))
  if (!wanted.length) return new Map()
  const learning = await serviceOf(learningService, trx)
  const started = new Map<number, StepDecision[]>()
  const due = learning ? wanted.filter(({ person }) => person.active) : []
  for (const { step } of wanted.filter(({ person }) => !learning || !person.active)) step.act = null
  for (const group of byCourse(due.filter(({ step }) => step.act !== 'extend'))) await start(trx, learning!, group, day, started)
  for (const one of due.filter(({ step }) => step.act === 'extend')) await extend(trx, learning!, one)
  return started
}

/**
 * One group per flow and course, in order of courses and people, so that two runs do not deadlock. Learning gives a course to a whole group
 * at once.
 */
function byCourse(wanted: readonly Wanted[]): Wanted[][] {
  const groups = new Map<string, Wanted[]>()
  const inOrder = wanted.toSorted((a, b) => a.step.course - b.step.course || a.person.membership_id - b.person.membership_id)
  for (const one of inOrder) {
    const key = `${one.person.flow_id} ${one.step.course}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

async function start(
  trx: TransactionClientContract,
  learning: LearningService,
  group: readonly Wanted[],
  day: Day,
  started: Map<number, StepDecision[]>,
): Promise<void> {
  const people = group.map(({ person, step }) => ({ membershipId: person.membership_id, dueAt: step.dueOn }))
  const gifts = await learning.assignInFlow(trx, group[0]!.step.course, people, group[0]!.person.flow)
  for (const { person, step } of group) {
    const gift = gifts.get(person.membership_id) ?? { refused: 'member_inactive' as const }
    if (applyAssignment(step, gift, day)) started.set(person.id, [...(started.get(person.id) ?? []), step])
  }
}

/** Extends access by the days that an extension gives; what cannot be extended waits for a supervisor. */
async function extend(trx: TransactionClientContract, learning: LearningService, { step }: Wanted): Promise<void> {
  step.act = null
  step.again += 1
  try {
    await trx.transaction((inner) => learning.actOnBooked(inner, step.participation!, 'extend', null))
    Object.assign(step, { state: 'busy', reason: 'extended' } satisfies Partial<StepDecision>)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
