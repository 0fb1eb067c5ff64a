import { addDays, type Day } from '#core/kit/days'
import type { Anchor, Definition } from '../../contract/definition.js'
import { DONE, type FlowState, type Reason, RETRIED, STUCK, UNREPORTED_REASONS } from '../../contract/states.js'
import { type Counting, countingOf, finishedBy } from './counting.js'
import type { Plan, StepDecision } from './facts.js'
import { nextRound } from './rounds.js'

/**
 * The state of a person, from their steps. Pure.
 * @param endsOn the end of this round
 */
export function summarize(flow: Definition, steps: StepDecision[], today: Day, endsOn: Day | null): Plan {
  const counting = countingOf(flow, steps)
  const done = finishedBy(counting)
  const finishedOn = done && done.map(({ doneOn }) => doneOn!).reduce((a, b) => (a > b ? a : b))
  const following = finishedOn && nextRound(flow, finishedOn, endsOn)
  const repeatOn = following ? following.startsOn : null
  return {
    steps,
    state: done ? (done.every(({ state }) => state === 'passed') ? 'passed' : 'completed') : stateOf(steps, counting),
    finishedOn,
    repeatOn,
    repeatEnd: following ? following.endsOn : null,
    dueOn: done ? null : firstDueDay(steps),
    lookOn: done ? repeatOn : nextDay(flow, steps, today),
    stuck: done ? null : stuckOf(flow, steps),
  }
}

/** A refused step is retried, and its person is stuck until it starts. */
const isStuck = ({ act, reason }: StepDecision) => STUCK.includes(reason) && (act === null || RETRIED.includes(reason))

/** A choice blocks a person only when too few of its steps can still be done. */
function stuckOf(flow: Definition, steps: readonly StepDecision[]): Reason | null {
  const { choices } = countingOf({ ...flow, finish: null }, steps)
  const short = choices.find(({ needed, steps: own }) => own.filter((step) => !isStuck(step)).length < needed)
  return [...steps.filter(({ optional, choice }) => !optional && !choice), ...(short?.steps ?? [])].find(isStuck)?.reason ?? null
}

function stateOf(steps: readonly StepDecision[], { all, choices }: Counting<StepDecision>): FlowState {
  const isLost = ({ state }: StepDecision) => state === 'not_passed'
  if (all.some(isLost) || choices.some(({ needed, steps: own }) => own.filter((step) => !isLost(step)).length < needed)) return 'not_passed'
  if (steps.some(({ state }) => state === 'busy' || state === 'not_passed' || DONE.includes(state))) return 'busy'
  return steps.some(({ state }) => state === 'started') ? 'started' : 'not_started'
}

function firstDueDay(steps: readonly StepDecision[]): Day | null {
  const days = steps.flatMap(({ startedOn, doneOn, dueOn }) => (startedOn !== null && doneOn === null && dueOn ? [dueOn] : []))
  return days.length ? days.reduce((a, b) => (a < b ? a : b)) : null
}

/**
 * The first day on which a step may start. A refused step is retried tomorrow. So is a date without an event: one that is not known yet, or
 * one that may still become another day.
 */
function nextDay({ rules }: Definition, steps: readonly StepDecision[], today: Day): Day | null {
  const movable = new Set(rules.flatMap((rule) => (rule.type === 'anchor' && MOVABLE.includes(rule.anchor) ? [rule.step] : [])))
  const days = steps.flatMap(({ step, startsOn, startedOn, reason }) => {
    if (RETRIED.includes(reason)) return [addDays(today, 1)]
    if (startedOn !== null) return []
    if (UNREPORTED_REASONS.includes(reason) || (reason === 'waits_until' && movable.has(step))) return [addDays(today, 1)]
    return startsOn && startsOn > today ? [startsOn] : []
  })
  return days.length ? days.reduce((a, b) => (a < b ? a : b)) : null
}

/** Days of a person that change without an event. */
const MOVABLE: readonly Anchor[] = ['profile', 'certificate_end']
