import type { Day } from '#core/kit/days'
import type { FlowAssignment } from '#plugins/learning/contract/index'
import type { StepDecision } from './facts.js'

/** Learning's answer for a step that starts or restarts; without a participation in a preview. */
export type Assignment = FlowAssignment | { participationId: null; had: false; dueAt: Day | null }

/** Writes learning's answer into a step that should start or restart, and clears its act. @returns whether it has started */
export function applyAssignment(step: StepDecision, assignment: Assignment, today: Day): boolean {
  const again = step.act === 'restart'
  step.act = null
  if ('refused' in assignment) {
    step.reason = assignment.refused
    return false
  }
  Object.assign(step, {
    participation: assignment.participationId,
    // A course they already had keeps its own due date, because the person sees that date everywhere.
    dueOn: assignment.dueAt,
    startedOn: step.startedOn ?? today,
    state: 'started',
    reason: again ? 'restarted' : assignment.had ? 'had_it_open' : 'started',
    again: step.again + Number(again),
  } satisfies Partial<StepDecision>)
  return true
}
