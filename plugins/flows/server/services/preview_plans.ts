import type { Day } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { type LearningService, learningService } from '#plugins/learning/contract/index'
import { type Assignment, applyAssignment } from '../engine/assignment.js'
import type { PersonFacts, Plan, StepDecision, StepRecord } from '../engine/facts.js'
import { hasStarted, next } from '../engine/next.js'
import { summarize } from '../engine/summarize.js'
import type { PersonRow } from './load_facts.js'

type Person = Pick<PersonRow, 'id' | 'membership_id' | 'ends_on' | 'definition'>
type Considered = { person: Person; facts: PersonFacts; plan: Plan }

/**
 * Plans these people as `advance` would, with learning's answers, and writes nothing. A step that would start or restart today keeps its
 * act; one that would be refused has the reason. The limits of contracts are left out: they are shown per course.
 * @param facts a row's id → its facts
 * @returns a row's id → its plan
 */
export async function previewPlans(
  people: readonly Person[],
  facts: ReadonlyMap<number, PersonFacts>,
  day: Day,
): Promise<Map<number, Plan>> {
  const learning = await serviceOf(learningService)
  const plans = new Map<number, Plan>()
  let pending = people.map((person) => ({ person, facts: facts.get(person.id)! }))
  while (pending.length) {
    const considered = pending.map((one) => ({ ...one, plan: next(one.person.definition, one.facts, day) }))
    const had = await answer(learning, considered, day)
    for (const { person, plan } of considered) plans.set(person.id, summarize(person.definition, plan.steps, day, person.ends_on))
    // A course that the person already has may start another step at once, because they may have opened it.
    pending = considered
      .filter(({ person }) => had.has(person.id))
      .map(({ person, facts: known, plan }) => ({ person, facts: withStarted(known, plan) }))
  }
  return plans
}

/** Writes learning's answers into the steps that would start. @returns the people who already have one of the courses */
async function answer(learning: LearningService | null, considered: readonly Considered[], day: Day): Promise<Set<number>> {
  const had = new Set<number>()
  const byCourse = Map.groupBy(
    considered.flatMap(({ person, plan }) => plan.steps.filter(({ act }) => act !== null).map((step) => ({ person, step }))),
    ({ step }) => step.course,
  )
  for (const [course, wanted] of byCourse) {
    const starts = wanted.filter(({ step }) => step.act !== 'extend')
    const answers = await learning?.previewInFlow(
      course,
      starts.map(({ person, step }) => ({ membershipId: person.membership_id, dueAt: step.dueOn })),
    )
    for (const { person, step } of wanted) {
      if (preview(step, answers?.get(person.membership_id), day)) had.add(person.id)
    }
  }
  return had
}

/** @returns whether the person already has the course */
function preview(step: StepDecision, assignment: Assignment | undefined, day: Day): boolean {
  if (step.act === 'extend') Object.assign(step, { act: null, state: 'busy', reason: 'extended' } satisfies Partial<StepDecision>)
  if (!assignment || step.act === null) return false
  const isNew = !('refused' in assignment) && !assignment.had
  // An earlier refusal by a contract stays: whether there is room again is shown per course.
  if (isNew && step.reason === 'contract_limit_reached') return false
  if (isNew && step.act === 'start') {
    Object.assign(step, { reason: 'started', dueOn: assignment.dueAt } satisfies Partial<StepDecision>)
    return false
  }
  if (isNew) {
    applyAssignment(step, assignment, day)
    step.act = 'restart'
    return false
  }
  return applyAssignment(step, assignment, day)
}

/** The facts after the steps of courses that the person already had have started. */
function withStarted(facts: PersonFacts, { steps }: Plan): PersonFacts {
  const known = new Set(facts.steps.filter(hasStarted).map(({ step }) => step))
  const started: StepRecord[] = steps.filter(({ step, reason }) => reason === 'had_it_open' && !known.has(step))
  const keys = new Set(started.map(({ step }) => step))
  return { ...facts, steps: [...facts.steps.filter(({ step }) => !keys.has(step)), ...started] }
}
