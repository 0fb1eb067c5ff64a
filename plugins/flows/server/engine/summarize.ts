import { DateTime } from 'luxon'
import { addDays, type Day } from '#core/kit/days'
import type { Definition } from '../../contract/definition.js'
import { DONE, type FlowState, RETRIED, STUCK } from '../../contract/states.js'
import type { Plan, StepDecision } from './facts.js'

/** What the steps of a person say together. Pure. */
export function summarize(flow: Definition, steps: StepDecision[], today: Day): Plan {
  const counted = steps.filter(({ step, optional }) => (flow.finish === null ? !optional : step === flow.finish))
  const isDone = counted.length > 0 && counted.every(({ state }) => DONE.includes(state))
  const finishedOn = isDone ? counted.map(({ doneOn }) => doneOn!).reduce((a, b) => (a > b ? a : b)) : null
  const repeatOn = finishedOn && flow.repeat_months !== null ? addMonths(finishedOn, flow.repeat_months) : null
  return {
    steps,
    state: stateOf(steps, counted, isDone),
    finishedOn,
    repeatOn,
    lookOn: isDone ? repeatOn : nextDay(steps, today),
    stuck: isDone ? null : stuckOf(steps),
  }
}

/** A step that was refused is tried again, and keeps its person stuck until it starts. */
const stuckOf = (steps: readonly StepDecision[]) =>
  steps.find(({ optional, act, reason }) => !optional && STUCK.includes(reason) && (act === null || act === 'start'))?.reason ?? null

/** Months later. The 31st becomes the last day of a shorter month. Pure. */
const addMonths = (day: Day, months: number): Day => DateTime.fromISO(day, { zone: 'utc' }).plus({ months }).toISODate()!

function stateOf(steps: readonly StepDecision[], counted: readonly StepDecision[], isDone: boolean): FlowState {
  if (isDone) return counted.every(({ state }) => state === 'passed') ? 'passed' : 'completed'
  if (counted.some(({ state }) => state === 'not_passed')) return 'not_passed'
  if (steps.some(({ state }) => state === 'busy' || state === 'not_passed' || DONE.includes(state))) return 'busy'
  return steps.some(({ state }) => state === 'started') ? 'started' : 'not_started'
}

/** The first day on which a step may start; a refused step is tried again tomorrow. */
function nextDay(steps: readonly StepDecision[], today: Day): Day | null {
  const days = steps.flatMap(({ startsOn, startedOn, reason }) => {
    if (startsOn && startsOn > today) return [startsOn]
    return startedOn === null && RETRIED.includes(reason) ? [addDays(today, 1)] : []
  })
  return days.length ? days.reduce((a, b) => (a < b ? a : b)) : null
}
