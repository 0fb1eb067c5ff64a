import type { Day } from '#core/kit/days'
import type { FlowState, Reason } from '../../contract/states.js'
import type { PersonFacts, Plan } from './facts.js'
import { hasStarted } from './next.js'

/** Ways in which stored records can contradict the rules. Words: `flows.check.<kind>`. */
export const CONTRADICTIONS = ['done_without_pass', 'two_rounds', 'step_missed', 'state_differs'] as const
export type ContradictionKind = (typeof CONTRADICTIONS)[number]

export interface Contradiction {
  kind: ContradictionKind
  /** The step it is about; null: the whole round. */
  step: string | null
}

/** The stored records of a round. */
export interface StoredRound {
  state: FlowState
  finished_on: Day | null
  look_on: Day | null
  stuck: Reason | null
  active: boolean
  /** The person also has an earlier open round of the flow. */
  is_second: boolean
}

/**
 * Finds where the stored records of a round differ from what the rules say. Pure.
 * @param plan what `next` says today
 */
export function contradictionsOf(kept: StoredRound, facts: PersonFacts, plan: Plan, today: Day): Contradiction[] {
  const found: Contradiction[] = []
  if (kept.is_second) found.push({ kind: 'two_rounds', step: null })
  for (const { step, state, participation } of facts.steps) {
    if (state !== 'passed' || participation === null) continue
    const course = plan.steps.find((one) => one.step === step)?.course
    const own = course === undefined ? undefined : facts.courses.get(course)?.filter(({ id }) => id >= participation)
    // A participation that was moved or merged away proves nothing.
    if (own?.some(({ id }) => id === participation) && !own.some(({ status }) => status === 'passed'))
      found.push({ kind: 'done_without_pass', step })
  }
  // Excludes rows that today's next run will still update.
  const isLeft = kept.finished_on === null && (kept.look_on === null || kept.look_on > today)
  const missed = kept.active && isLeft ? plan.steps.filter((step) => step.act === 'start' && !hasStarted(step)) : []
  found.push(...missed.map(({ step }) => ({ kind: 'step_missed' as const, step })))
  const isSame = kept.state === plan.state && kept.finished_on === plan.finishedOn && kept.stuck === plan.stuck
  if (!missed.length && isLeft && !isSame) found.push({ kind: 'state_differs', step: null })
  return found
}
