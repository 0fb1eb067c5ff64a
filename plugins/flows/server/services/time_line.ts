import db from '@adonisjs/lucid/services/db'
import { localeOf } from '#core/contract/languages'
import { type Day, daysBetween, today } from '#core/kit/days'
import { textIn, translate } from '#core/kit/words'
import type { AnchorRule, ChoiceKey } from '../../contract/definition.js'
import { ruleSentence } from '../../contract/sentences.js'
import { type FlowState, type Reason, SHORT_DAYS, TIME_LEFT, type TimeLeft } from '../../contract/states.js'
import type { PersonFacts, Plan, StepDecision } from '../engine/facts.js'
import { progressOf } from '../engine/counting.js'
import { next } from '../engine/next.js'
import { coursesOf, isProfile, namedIn, profileFields } from './anchors.js'
import { loadFacts, type PersonRow } from './load_facts.js'

/** A step of one person: the same sentence for participant and supervisor. */
export interface StepView {
  step: string
  course: string
  state: FlowState
  reason: Reason
  /** The reason, in words. */
  why: string
  /** The text of its start rule. */
  rule: string
  optional: boolean
  choice: ChoiceKey | null
  starts_on: Day | null
  /** It starts with the next run, within moments. */
  starting: boolean
  started_on: Day | null
  due_on: Day | null
  /** Whether too little time is left, or none. */
  time: TimeLeft | null
  done_on: Day | null
  /** Path of the course; null when nothing is open. */
  participation: number | null
}

/** One round of one person in one flow. */
export interface TimeLine {
  id: number
  flow_id: number
  flow: string
  membership_id: number
  round: number
  state: FlowState
  stuck: Reason | null
  joined_on: Day
  finished_on: Day | null
  /** The day by which the round has to be finished. */
  ends_on: Day | null
  /** The day on which the next round starts, and its end if that is a later day. */
  repeat_on: Day | null
  repeat_ends_on: Day | null
  /** The flow of the next round; null: the same, or no next round. */
  repeat_flow: string | null
  /** The worst value among its steps. */
  time: TimeLeft | null
  done: number
  total: number
  /** The person's next step: an open one, else a waiting one. */
  next: StepView | null
  steps: StepView[]
}

/** Course → its name by language, also for courses that are no longer offered. */
export async function courseNames(ids: readonly number[]): Promise<Map<number, Record<string, string>>> {
  const rows: { course_id: number; name: Record<string, string> }[] = ids.length
    ? await db
        .from('learning_titles')
        .whereIn('course_id', [...new Set(ids)])
        .select('course_id', 'name')
    : []
  return new Map(rows.map(({ course_id: id, name }) => [id, name]))
}

/** A person's position in the flow, before it is put into words. */
export interface Standing {
  facts: PersonFacts
  names: ReadonlyMap<number, Record<string, string>>
  /** The registration questions, by number. */
  fields: ReadonlyMap<number, Record<string, string>>
}

/** Loads the positions of these people in four statements, for any number of people. @returns a row's id → its standing */
export async function standings(people: readonly PersonRow[]): Promise<Map<number, Standing>> {
  const facts = await loadFacts(db, people)
  const names = await courseNames(people.flatMap(({ definition }) => coursesOf(definition)))
  const fields = people.some(({ definition }) => definition.rules.some(isProfile)) ? await profileFields() : new Map()
  return new Map(people.map(({ id }) => [id, { facts: facts.get(id)!, names, fields }]))
}

/** The positions of these people, from the same function that advances them. */
export async function timeLines(people: readonly PersonRow[], language: string): Promise<TimeLine[]> {
  const found = await standings(people)
  return people.map((person) => timeLine(person, found.get(person.id)!, language))
}

/** The same for one person whose position is loaded. @param preview their plan while the flow is on; without it, as the flow is now */
export function timeLine(person: PersonRow, { facts, names, fields }: Standing, language: string, preview?: Plan): TimeLine {
  const { definition } = person
  const isOff = !preview && !person.active
  const plan = preview ?? next(definition, facts, today())
  const courseOf = (key: string) => {
    const id = definition.steps.find((step) => step.key === key)?.course ?? 0
    return textIn(names.get(id) ?? {}, language) || String(id)
  }
  const words = {
    t: (key: string, values?: object) => translate(language, key, values as never),
    day: (day: Day) => inWords(day, language),
    course: courseOf,
    named: (rule: AnchorRule) => namedIn(rule, { names, fields }, language),
  }
  const steps = plan.steps.map((step): StepView => {
    const rule = definition.rules.find((one) => one.step === step.step)!
    return {
      ...{ step: step.step, course: courseOf(step.step), state: step.state, reason: reasonOf(step) },
      ...{ optional: step.optional, choice: step.choice },
      why: isOff && reasonOf(step) === 'waits_until' ? translate(language, 'flows.reason.flow_off') : whyOf(step, courseOf, language),
      rule: ruleSentence(rule, words),
      ...{
        starts_on: step.startsOn,
        starting: isStarting(step) && person.active,
        started_on: step.startedOn,
        due_on: step.startedOn && step.dueOn,
        done_on: step.doneOn,
      },
      time: timeLeft(step),
      participation: step.participation,
    }
  })
  const isOpen = ({ state }: StepView) => state === 'busy' || state === 'started'
  return {
    ...{ id: person.id, flow_id: person.flow_id, flow: person.flow, membership_id: person.membership_id, round: person.round },
    ...{ state: plan.state, stuck: plan.stuck, joined_on: person.joined_on, finished_on: plan.finishedOn },
    ...{ ends_on: person.ends_on, ...repetition(person, plan) },
    time: plan.finishedOn ? null : (TIME_LEFT.findLast((left) => steps.some(({ time }) => time === left)) ?? null),
    ...progressOf(definition, plan.steps),
    next: plan.finishedOn
      ? null
      : (steps.find(isOpen) ?? steps.find(({ state }) => state === 'not_started' || state === 'not_passed') ?? null),
    steps,
  }
}

/** The repetition that was planned when the round was finished, or that finishing it today would plan. */
function repetition(
  { finished_on: finished, look_on: lookOn, next_ends_on: nextEnd, repeat_flow: flow }: PersonRow,
  { repeatOn, repeatEnd }: Plan,
): Pick<TimeLine, 'repeat_on' | 'repeat_ends_on' | 'repeat_flow'> {
  const [on, end] = finished ? [lookOn, nextEnd] : [repeatOn, repeatEnd]
  return { repeat_on: on, repeat_ends_on: on && end && end > on ? end : null, repeat_flow: on && flow }
}

function timeLeft({ startedOn, doneOn, dueOn, participation }: StepDecision): TimeLeft | null {
  if (!startedOn || doneOn || !dueOn || participation === null) return null
  const left = daysBetween(today(), dueOn)
  return left < 0 ? 'late' : left < SHORT_DAYS ? 'short' : null
}

/** The next run will start it, and it was not refused before. */
const isStarting = ({ act, reason }: StepDecision) => act === 'start' && reason === 'started'

/** A step that is about to start is shown as waiting. */
const reasonOf = (step: StepDecision): Reason => (isStarting(step) ? 'waits_until' : step.reason)

function whyOf(step: StepDecision, courseOf: (key: string) => string, language: string): string {
  const reason = reasonOf(step)
  const day = reason === 'waits_until' ? (step.startsOn ?? today()) : (step.doneOn ?? step.startedOn)
  return translate(language, `flows.reason.${reason}`, {
    date: day ? inWords(day, language) : '',
    course: step.other ? courseOf(step.other) : '',
  })
}

/** Formats a day: 4 december 2026. In the same words as elsewhere on the page. */
export const inWords = (day: Day, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
