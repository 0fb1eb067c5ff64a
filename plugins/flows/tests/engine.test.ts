import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#core/kit/days'
import { checkFlow } from '../contract/check.js'
import type { Definition, Rule } from '../contract/definition.js'
import { DONE } from '../contract/states.js'
import { flows, histories, Simulation, START } from './simulation.js'

// The engine over random flows and histories. FLOW_CASES=10000 is the nightly setting.

const runs = { numRuns: Number(process.env.FLOW_CASES ?? 300) }

describe('the engine, over random flows and histories', () => {
  it('only generates flows that may be saved', () => {
    fc.assert(
      fc.property(flows, (flow) => checkFlow(flow, START).length === 0),
      runs,
    )
  })

  it('starts a step at most once and never reverts a start', () => {
    fc.assert(
      fc.property(flows, histories, (flow, history) => {
        const person = new Simulation(flow, START)
        person.run()
        for (const { days, happenings } of history) {
          const before = new Map([...person.records].map(([key, record]) => [key, { ...record }]))
          person.pass(days)
          for (const one of happenings) person.happen(one)
          person.run()
          for (const [key, was] of before) {
            const now = person.records.get(key)!
            expect(now.startedOn).toBe(was.startedOn)
            if (DONE.includes(was.state)) expect(now).toEqual(was)
          }
        }
        expect(new Set(person.starts).size).toBe(person.starts.length)
      }),
      runs,
    )
  })

  it('starts every step whose rule holds, on the day on which it does', () => {
    fc.assert(
      fc.property(flows, histories, (flow, history) => {
        const person = new Simulation(flow, START)
        person.run()
        for (const { days, happenings } of history) {
          person.pass(days)
          for (const one of happenings) person.happen(one)
          const plan = person.run()
          if (plan.finishedOn) continue
          for (const step of dueSteps(flow, person)) expect(person.records.get(step)?.startedOn ?? `${step} waits`).toMatch(/^\d{4}/)
        }
      }),
      runs,
    )
  })

  it('plans what the real run then does', () => {
    fc.assert(
      fc.property(flows, histories, (flow, history) => {
        const person = new Simulation(flow, START)
        for (const { days, happenings } of history) {
          const planned = person.plan().steps.flatMap(({ step, act }) => (act === 'start' ? [step] : []))
          const before = person.starts.length
          person.run()
          // A started step may start another at once if its course was already open: the plan's steps come first.
          expect(person.starts.slice(before, before + planned.length)).toEqual(planned)
          person.pass(days)
          for (const one of happenings) person.happen(one)
        }
      }),
      runs,
    )
  })

  it('does nothing when it runs again', () => {
    fc.assert(
      fc.property(flows, histories, (flow, history) => {
        const person = new Simulation(flow, START)
        for (const { days, happenings } of history) {
          person.pass(days)
          for (const one of happenings) person.happen(one)
          const plan = person.run()
          const starts = person.starts.length
          const again = person.run()
          expect(person.starts.length).toBe(starts)
          expect(again.state).toBe(plan.state)
          expect(again.steps.map(({ state }) => state)).toEqual(plan.steps.map(({ state }) => state))
        }
      }),
      runs,
    )
  })

  it('has nothing to start before the next event or the day on which it looks again', () => {
    fc.assert(
      fc.property(flows, histories, (flow, history) => {
        const person = new Simulation(flow, START)
        for (const { days, happenings } of history) {
          person.pass(days)
          for (const one of happenings) person.happen(one)
          const { lookOn } = person.run()
          const { today } = person
          for (let later = 1; later <= 40 && (lookOn === null || addDays(today, later) < lookOn); later++) {
            person.today = addDays(today, later)
            expect(person.plan().steps.filter(({ act }) => act !== null)).toEqual([])
          }
          person.today = today
        }
      }),
      runs,
    )
  })

  it('gives the same result whether it runs after each event of a day or once at its end', () => {
    fc.assert(
      fc.property(flows, histories, (flow, history) => {
        const often = new Simulation(flow, START)
        const once = new Simulation(flow, START)
        often.run()
        once.run()
        for (const { days, happenings } of history) {
          for (const person of [often, once]) person.pass(days)
          for (const person of [often, once]) person.run()
          // Only for courses that started in the morning: one that starts later that day cannot have been opened before in both runs.
          const morning = new Set(once.facts.keys())
          const shared = happenings.filter(
            ({ course, kind }) =>
              kind === 'sign_in' || kind === 'certify' || (['open', 'pass', 'pass_unopened', 'fail'].includes(kind) && morning.has(course)),
          )
          for (const one of shared) {
            often.happen(one)
            often.run()
          }
          for (const one of shared) once.happen(one)
          once.run()
          expect([...once.records.keys()].sort()).toEqual([...often.records.keys()].sort())
          expect(once.plan().state).toBe(often.plan().state)
        }
      }),
      runs,
    )
  })
})

/** Steps that must have started by now: implemented a second time, without the engine. */
function dueSteps(flow: Definition, person: Simulation): string[] {
  return flow.rules
    .filter((rule) => {
      if (rule.type === 'direct') return true
      if (rule.type === 'date') return rule.on <= person.today && (rule.mode === 'from' || rule.on >= START)
      if (rule.type === 'anchor') {
        const day = {
          joined_company: () => person.anchors.joinedCompany,
          first_sign_in: () => person.anchors.firstSignIn,
          profile: () => person.anchors.profile.get('field' in rule ? rule.field : 0),
          certificate_end: () => person.ends.get('course' in rule ? rule.course : 0),
        }[rule.anchor]()
        return day != null && addDays(day, rule.days) <= person.today
      }
      const other = person.records.get(rule.other)
      if (!other?.startedOn) return false
      const course = flow.steps.find(({ key }) => key === rule.other)!.course
      const first = person.firsts.get(rule.other) ?? Infinity
      const opened = person.facts.get(course)?.find(({ id, openedOn }) => id >= first && openedOn !== null)?.openedOn ?? other.doneOn
      const since = rule.when === 'opened' ? opened : DONE.includes(other.state) ? other.doneOn : null
      return since !== null && addDays(since, rule.type === 'relative' ? rule.days : 0) <= person.today
    })
    .map(({ step }) => step)
}

describe('a number of days after a training was opened', () => {
  const flow: Definition = {
    steps: [1, 2].map((course) => ({ key: `s${course}`, course, due_days: null, optional: false })),
    rules: [
      { step: 's1', type: 'direct' },
      { step: 's2', type: 'relative', other: 's1', when: 'opened', days: 14 },
    ],
    ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: null },
  }

  it.each([
    ['the flow restarts it', 'expire'],
    ['a supervisor gives it again', 'fail'],
  ] as const)('stays the same day when %s', (_who, kind) => {
    const person = new Simulation(flow, START)
    person.run()
    person.happen({ kind: 'open', course: 1 })
    expect(person.run().steps[1]).toMatchObject({ startsOn: addDays(START, 14) })
    person.pass(5)
    person.happen({ kind, course: 1 })
    person.run()
    if (kind === 'fail') person.happen({ kind: 'give', course: 1 })
    expect(person.run()).toMatchObject({ lookOn: addDays(START, 14), steps: [{ state: 'started' }, { startsOn: addDays(START, 14) }] })
    person.pass(3)
    person.happen({ kind: 'open', course: 1 })
    expect(person.run().steps[1]).toMatchObject({ startsOn: addDays(START, 14) })
    person.pass(6)
    expect(person.run().steps[1]).toMatchObject({ startedOn: addDays(START, 14) })
  })
})

describe('a choice', () => {
  const flow = (needed: number): Definition => ({
    steps: [1, 2, 3, 4].map((course) => ({
      ...{ key: `s${course}`, course, due_days: null, optional: false },
      ...(course > 1 && { choice: 'a' as const }),
    })),
    rules: [1, 2, 3, 4].map((course) => ({ step: `s${course}`, type: 'direct' })),
    choices: [{ key: 'a', needed }],
    ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: null },
  })
  const after = (needed: number, ...acts: ['pass' | 'fail', number][]) => {
    const person = new Simulation(flow(needed), START)
    person.run()
    for (const [kind, course] of acts) {
      person.pass(1)
      person.happen({ kind, course })
    }
    return person.run()
  }

  it('finishes the flow when the required number is done, on the day of the last of them', () => {
    expect(after(2, ['pass', 1], ['pass', 2])).toMatchObject({ finishedOn: null, state: 'busy' })
    expect(after(2, ['pass', 2], ['pass', 4], ['pass', 1])).toMatchObject({ finishedOn: addDays(START, 3), state: 'passed' })
    expect(after(2, ['pass', 1], ['pass', 2], ['pass', 3], ['pass', 4]).finishedOn).toBe(addDays(START, 3))
  })

  it('leaves a person stuck only when too few are left', () => {
    expect(after(2, ['pass', 1], ['fail', 2])).toMatchObject({ stuck: null, state: 'busy' })
    expect(after(2, ['pass', 1], ['fail', 2], ['fail', 3])).toMatchObject({ stuck: 'failed', state: 'not_passed' })
  })
})

describe('days of a person', () => {
  const flow = (rule: Omit<Extract<Rule, { type: 'anchor' }>, 'step' | 'type'>): Definition => ({
    steps: [1, 2].map((course) => ({ key: `s${course}`, course, due_days: null, optional: false })),
    rules: [{ step: 's1', type: 'anchor', ...rule } as Rule, { step: 's2', type: 'direct' }],
    ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: null },
  })

  it('start a step the given number of days after them, and not before the person is in the flow', () => {
    const late = new Simulation(flow({ anchor: 'joined_company', days: 12 } as never), START)
    expect(late.run().steps[0]).toMatchObject({ reason: 'waits_until', startsOn: addDays(START, 7) })
    const long = new Simulation(flow({ anchor: 'joined_company', days: 1 } as never), START)
    expect(long.run().steps[0]).toMatchObject({ startedOn: START })
  })

  it('wait with a reason while they are unknown, and are checked each day', () => {
    const person = new Simulation(flow({ anchor: 'first_sign_in', days: 0 } as never), START)
    expect(person.run()).toMatchObject({ lookOn: addDays(START, 1), stuck: null, steps: [{ reason: 'waits_sign_in' }, {}] })
    const unanswered = new Simulation(flow({ anchor: 'profile', field: 2, days: 0 } as never), START)
    expect(unanswered.run()).toMatchObject({ stuck: 'waits_profile', lookOn: addDays(START, 1) })
  })

  it('renew a certificate before it ends, although it is still valid', () => {
    const person = new Simulation(flow({ anchor: 'certificate_end', course: 1, days: -30 } as never), START)
    person.held.add(1)
    person.ends.set(1, addDays(START, 40))
    expect(person.run().steps[0]).toMatchObject({ reason: 'waits_until', startsOn: addDays(START, 10) })
    person.pass(10)
    expect(person.run().steps[0]).toMatchObject({ state: 'started', reason: 'started' })
  })
})

describe('calendar days', () => {
  const two = (days: number): Definition => ({
    steps: [1, 2].map((course) => ({ key: `s${course}`, course, due_days: null, optional: false })),
    rules: [
      { step: 's1', type: 'direct' },
      { step: 's2', type: 'relative', other: 's1', when: 'finished', days },
    ],
    ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: 12 },
  })
  const passed = (on: string, days: number) => {
    const person = new Simulation(two(days), on)
    person.run()
    person.happen({ kind: 'pass', course: 1 })
    return { person, startsOn: person.run().steps[1]!.startsOn }
  }

  it('count over both clock changes and 29 February', () => {
    expect(passed('2026-03-28', 2).startsOn).toBe('2026-03-30')
    expect(passed('2026-10-24', 2).startsOn).toBe('2026-10-26')
    expect(passed('2028-02-28', 1).startsOn).toBe('2028-02-29')
    expect(passed('2027-02-28', 1).startsOn).toBe('2027-03-01')
  })

  it('repeat a year later, from 29 February on the 28th', () => {
    const { person } = passed('2028-02-29', 0)
    person.run()
    person.happen({ kind: 'pass', course: 2 })
    expect(person.run().repeatOn).toBe('2029-02-28')
  })
})
