import type { Definition } from '../../contract/definition.js'
import { DONE } from '../../contract/states.js'
import type { StepDecision } from './facts.js'

type Counted = Pick<StepDecision, 'step' | 'optional' | 'choice' | 'state' | 'doneOn'>

/** The conditions for finishing a flow: required steps, and choices of which n must be done. */
export interface Counting<S> {
  all: S[]
  choices: { needed: number; steps: S[] }[]
}

/** Pure. */
export function countingOf<S extends Counted>(flow: Pick<Definition, 'finish' | 'choices'>, steps: readonly S[]): Counting<S> {
  if (flow.finish !== null) return { all: steps.filter(({ step }) => step === flow.finish), choices: [] }
  return {
    all: steps.filter(({ optional, choice }) => !optional && !choice),
    choices: (flow.choices ?? [])
      .map(({ key, needed }) => ({ needed, steps: steps.filter(({ choice }) => choice === key) }))
      .filter((choice) => choice.steps.length > 0),
  }
}

/** The steps that finish a flow; null while it is not finished. For a choice, the ones that were done first. Pure. */
export function finishedBy<S extends Counted>({ all, choices }: Counting<S>): S[] | null {
  if (!all.every(isDone)) return null
  const chosen = choices.map(({ needed, steps }) => steps.filter(isDone).toSorted(byDay).slice(0, needed))
  if (chosen.some((steps, index) => steps.length < choices[index]!.needed)) return null
  const counted = [...all, ...chosen.flat()]
  return counted.length ? counted : null
}

/** Returns the number of steps done and the number that count. Pure. */
export function progressOf<S extends Counted>(
  flow: Pick<Definition, 'finish' | 'choices'>,
  steps: readonly S[],
): { done: number; total: number } {
  // Ignores the finishing step: the progress is shown over all steps that are not optional.
  const { all, choices } = countingOf({ ...flow, finish: null }, steps)
  const named = steps.filter(({ step }) => step === flow.finish && !all.some((one) => one.step === step))
  const single = [...all, ...named]
  return {
    done: single.filter(isDone).length + sum(choices.map(({ needed, steps: own }) => Math.min(needed, own.filter(isDone).length))),
    total: single.length + sum(choices.map(({ needed }) => needed)),
  }
}

const isDone = ({ state }: Counted) => DONE.includes(state)
const byDay = (a: Counted, b: Counted) => (a.doneOn! < b.doneOn! ? -1 : a.doneOn! > b.doneOn! ? 1 : 0)
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
