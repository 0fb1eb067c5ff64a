import fc from 'fast-check'
import { addDays } from '#core/kit/days'
import type { Definition, Rule } from '../contract/definition.js'
import type { CourseFact, Plan, StepRecord } from '../server/engine/facts.js'
import { next } from '../server/engine/next.js'

/** A person in a flow without a database: what happens to them, and what the engine decides. */
export class Simulation {
  readonly joinedOn: string
  today: string
  readonly records = new Map<string, StepRecord>()
  readonly facts = new Map<number, CourseFact[]>()
  readonly held = new Set<number>()
  readonly ends = new Map<number, string>()
  /** Of questions 1 and 2, only question 1 has an answer. */
  readonly anchors: { joinedCompany: string; firstSignIn: string | null; profile: Map<number, string> } = {
    joinedCompany: addDays(START, -5),
    firstSignIn: null,
    profile: new Map([[1, addDays(START, 4)]]),
  }
  /** All starts that were carried out, in order. */
  readonly starts: string[] = []
  /** Step → its first participation. */
  readonly firsts = new Map<string, number>()
  #lastId = 0

  constructor(
    readonly flow: Definition,
    today: string,
  ) {
    this.joinedOn = today
    this.today = today
  }

  plan(): Plan {
    const anchors = { ...this.anchors, certificateEnds: this.ends }
    const facts = {
      joinedOn: this.joinedOn,
      repeats: false,
      endsOn: null,
      steps: [...this.records.values()],
      courses: this.facts,
      held: this.held,
      shown: new Set<number>(),
      anchors,
    }
    return next(this.flow, facts, this.today)
  }

  /** Carries out what is due, like the real run, until nothing is. */
  run(): Plan {
    for (;;) {
      const plan = this.plan()
      const acts = plan.steps.filter(({ act }) => act !== null)
      for (const step of acts) {
        if (step.act === 'extend') {
          this.#newest(step.course)!.status = 'busy'
          Object.assign(step, { state: 'busy', reason: 'extended', again: step.again + 1 })
        } else {
          const open = this.facts.get(step.course)?.find(({ status }) => status === 'registered' || status === 'busy')
          const again = step.act === 'restart'
          Object.assign(step, {
            participation: open?.id ?? this.#register(step.course),
            startedOn: step.startedOn ?? this.today,
            state: 'started',
            reason: again ? 'restarted' : open ? 'had_it_open' : 'started',
            again: step.again + Number(again),
          })
          if (!again) this.starts.push(step.step)
          if (!again) this.firsts.set(step.step, step.participation!)
        }
        step.act = null
      }
      for (const { step, state, reason, participation, startedOn, dueOn, openedOn, doneOn, again } of plan.steps)
        if (startedOn) this.records.set(step, { step, state, reason, participation, startedOn, dueOn, openedOn, doneOn, again })
      if (!acts.length) return plan
    }
  }

  #register(course: number): number {
    const id = ++this.#lastId
    this.facts.set(course, [...(this.facts.get(course) ?? []), { id, status: 'registered', openedOn: null, finishedOn: null }])
    return id
  }

  #newest(course: number): CourseFact | undefined {
    return this.facts.get(course)?.at(-1)
  }

  /** An event about a course of theirs; impossible events are ignored. */
  happen({ kind, course }: SimulatedEvent): void {
    if (kind === 'sign_in') this.anchors.firstSignIn ??= this.today
    if (kind === 'certify' && !this.ends.has(course)) this.ends.set(course, addDays(this.today, 10))
    const fact = this.#newest(course)
    const isOpen = fact?.status === 'registered' || fact?.status === 'busy'
    if (kind === 'give' && !isOpen) this.#register(course)
    if (!fact || !isOpen) return
    if (kind === 'open') Object.assign(fact, { status: 'busy', openedOn: fact.openedOn ?? this.today })
    if (kind === 'pass') Object.assign(fact, { status: 'passed', openedOn: fact.openedOn ?? this.today, finishedOn: this.today })
    // A supervisor may pass a person who never opened it.
    if (kind === 'pass_unopened') Object.assign(fact, { status: 'passed', finishedOn: this.today })
    if (kind === 'fail') Object.assign(fact, { status: 'failed', openedOn: fact.openedOn ?? this.today, finishedOn: this.today })
    if (kind === 'expire') Object.assign(fact, { status: 'expired', finishedOn: null })
    if (kind === 'cancel') Object.assign(fact, { status: 'cancelled', finishedOn: this.today })
  }

  pass(days: number): void {
    this.today = addDays(this.today, days)
  }
}

export interface SimulatedEvent {
  kind: 'give' | 'open' | 'pass' | 'pass_unopened' | 'fail' | 'expire' | 'cancel' | 'sign_in' | 'certify'
  course: number
}

export const START = '2026-02-20'

/** Flows of two to six steps in which each step waits for an earlier one, for a date or for a day of the person. */
export const flows: fc.Arbitrary<Definition> = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 6 }), plainFlows()).map(
  // Some of the steps after the first become a choice, of which some are needed.
  ([from, length, needed, flow]) => {
    const chosen = flow.steps.slice(1 + (from % flow.steps.length)).slice(0, length % flow.steps.length)
    if (chosen.length < 2) return flow
    const steps = flow.steps.map((step) => (chosen.includes(step) ? { ...step, optional: false, choice: 'a' as const } : step))
    return { ...flow, steps, choices: [{ key: 'a' as const, needed: 1 + (needed % chosen.length) }] }
  },
)

function plainFlows(): fc.Arbitrary<Definition> {
  return fc.integer({ min: 2, max: 6 }).chain((size) =>
    fc.record({
      steps: fc.tuple(
        ...Array.from({ length: size }, (_one, index) =>
          fc.record({
            key: fc.constant(`s${index}`),
            course: fc.constant(index + 1),
            due_days: fc.option(fc.integer({ min: 1, max: 60 })),
            // The first one counts, so that there is something to finish.
            optional: index === 0 ? fc.constant(false) : fc.boolean(),
          }),
        ),
      ),
      rules: fc.tuple(...Array.from({ length: size }, (_one, index) => ruleOf(index))),
      finish: fc.constantFrom(null, null, 's0'),
      expired: fc.constantFrom('restart', 'extend', 'skip'),
      skip_held: fc.boolean(),
      repeat_months: fc.constantFrom(null, 12),
    }),
  ) as fc.Arbitrary<Definition>
}

function ruleOf(index: number): fc.Arbitrary<Rule> {
  const step = `s${index}`
  const day = fc.integer({ min: -10, max: 30 }).map((days) => addDays(START, days))
  const free = fc.oneof(
    fc.constant<Rule>({ step, type: 'direct' }),
    day.map((on): Rule => ({ step, type: 'date', on, mode: 'from' })),
    day.map((on): Rule => ({ step, type: 'date', on: on < START ? START : on, mode: 'at' })),
  )
  const days = fc.integer({ min: -15, max: 15 })
  const anchored = fc.oneof(
    fc.record({ anchor: fc.constantFrom('joined_company' as const, 'first_sign_in' as const), days }),
    fc.record({ anchor: fc.constant('profile' as const), field: fc.constantFrom(1, 2), days }),
    fc.record({ anchor: fc.constant('certificate_end' as const), course: fc.integer({ min: 1, max: 6 }), days }),
  )
  const anchor = anchored.map((rule): Rule => ({ step, type: 'anchor', ...rule }))
  if (index === 0) return fc.oneof(free, anchor)
  const other = fc.integer({ min: 0, max: index - 1 }).map((before) => `s${before}`)
  const when = fc.constantFrom('opened' as const, 'finished' as const)
  return fc.oneof(
    free,
    anchor,
    fc.record({ step: fc.constant(step), type: fc.constant('status' as const), other, when }),
    fc.record({ step: fc.constant(step), type: fc.constant('relative' as const), other, when, days: fc.integer({ min: 0, max: 20 }) }),
  )
}

/** Events on some days, several per day. */
export const histories = fc.array(
  fc.record({
    days: fc.integer({ min: 0, max: 15 }),
    happenings: fc.array(
      fc.record({
        kind: fc.constantFrom('give', 'open', 'open', 'pass', 'pass', 'pass_unopened', 'fail', 'expire', 'cancel', 'sign_in', 'certify'),
        course: fc.integer({ min: 1, max: 6 }),
      }),
      { maxLength: 6 },
    ),
  }),
  { maxLength: 12 },
) as fc.Arbitrary<{ days: number; happenings: SimulatedEvent[] }[]>
