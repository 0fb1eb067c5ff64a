import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, type Day, today } from '#core/kit/days'
import { signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany, type TestMember } from '#core/testing/factories'
import { untilBlocked } from '#core/testing/locks'
import { checkFlow } from '../contract/check.js'
import type { Definition, DraftDefinition } from '../contract/definition.js'
import { leadsBack } from '../contract/refreshing.js'
import { nextRound } from '../server/engine/rounds.js'

// Rounds: when the next one starts and ends, first by the pure function, then with people.

type Rounds = Pick<Definition, 'repeat_months' | 'repeat_from' | 'repeat_on' | 'repeat_opens'>
const yearly: Rounds = { repeat_months: 12 }

describe('the next round', () => {
  const days = (rounds: Rounds, finishedOn: Day, endsOn: Day | null = null) => {
    const next = nextRound(rounds, finishedOn, endsOn)
    return next && [next.startsOn, next.endsOn]
  }

  it('never comes for a flow that does not repeat', () => {
    expect(nextRound({ repeat_months: null }, '2026-03-01', null)).toBeNull()
  })

  it('counts from the day on which a person finished', () => {
    expect(days(yearly, '2026-03-01', '2026-06-01')).toEqual(['2027-03-01', '2027-03-01'])
    expect(days({ ...yearly, repeat_opens: 2 }, '2026-03-01')).toEqual(['2027-01-01', '2027-03-01'])
    expect(days(yearly, '2028-02-29')).toEqual(['2029-02-28', '2029-02-28'])
  })

  it('keeps the end of the previous round after finishing early, and moves it by whole periods after finishing late', () => {
    const kept: Rounds = { ...yearly, repeat_from: 'previous_end', repeat_opens: 2 }
    expect(days(kept, '2026-03-01')).toEqual(['2027-01-01', '2027-03-01'])
    expect(days(kept, '2027-01-20', '2027-03-01')).toEqual(['2028-01-01', '2028-03-01'])
    expect(days(kept, '2027-09-01', '2027-03-01')).toEqual(['2028-01-01', '2028-03-01'])
    expect(days(kept, '2029-02-01', '2027-03-01')).toEqual(['2030-01-01', '2030-03-01'])
  })

  it('comes every year on a fixed date whose window opens after the previous round was finished', () => {
    const fixed: Rounds = { ...yearly, repeat_from: 'date', repeat_on: '09-01', repeat_opens: 2 }
    expect(days(fixed, '2026-06-15')).toEqual(['2026-07-01', '2026-09-01'])
    expect(days(fixed, '2026-07-15', '2026-09-01')).toEqual(['2027-07-01', '2027-09-01'])
    expect(days({ ...fixed, repeat_opens: null }, '2026-09-01')).toEqual(['2027-09-01', '2027-09-01'])
    expect(days({ ...yearly, repeat_from: 'date', repeat_on: '02-29' }, '2026-03-01')).toEqual(['2027-02-28', '2027-02-28'])
  })

  it('starts after the previous one was finished and not after its own end, with any settings', () => {
    const rounds = fc.record({
      repeat_months: fc.integer({ min: 1, max: 120 }),
      repeat_from: fc.constantFrom('finished' as const, 'previous_end' as const, 'date' as const),
      repeat_on: fc.integer({ min: 0, max: 365 }).map((days) => addDays('2028-01-01', days).slice(5)),
      repeat_opens: fc.option(fc.integer({ min: 0, max: 119 })),
    })
    const sound = rounds
      .map((one) => ({ ...one, repeat_months: one.repeat_from === 'date' ? 12 : one.repeat_months }))
      .filter(({ repeat_months: months, repeat_opens: opens }) => (opens ?? 0) < months)
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days))
    fc.assert(
      fc.property(sound, day, fc.option(day), (flow, finishedOn, endsOn) => {
        const next = nextRound(flow, finishedOn, endsOn)!
        expect(next.startsOn > finishedOn).toBe(true)
        expect(next.endsOn >= next.startsOn).toBe(true)
        // Finishing later starts the next round later, or at the same time.
        const later = nextRound(flow, addDays(finishedOn, 1), endsOn)!
        expect(later.startsOn >= next.startsOn).toBe(true)
      }),
      { numRuns: Number(process.env.FLOW_CASES ?? 300) },
    )
  })
})

describe('repetition settings', () => {
  const codes = (rounds: Partial<DraftDefinition>) => {
    const steps = [1, 2].map((course) => ({ key: `c${course}`, course, due_days: null, optional: false }))
    const rules = steps.map(({ key }) => ({ step: key, type: 'direct' as const }))
    const flow = { steps, rules, finish: null, expired: 'restart', skip_held: true, repeat_months: 12, ...rounds } as const
    return checkFlow(flow, '2026-11-27').map(({ code }) => code)
  }

  it('are refused when the date does not exist or does not come every year, and when a round opens before the last one can have ended', () => {
    expect(codes({ repeat_from: 'date', repeat_on: '02-29', repeat_opens: 11 })).toEqual([])
    expect(codes({ repeat_from: 'date', repeat_on: '02-30' })).toEqual(['repeat_date'])
    expect(codes({ repeat_from: 'date', repeat_on: null })).toEqual(['repeat_date'])
    expect(codes({ repeat_from: 'date', repeat_on: '09-01', repeat_months: 24 })).toEqual(['repeat_date'])
    expect(codes({ repeat_opens: 12 })).toEqual(['repeat_opens'])
    expect(codes({ repeat_opens: 12, repeat_months: null })).toEqual([])
  })
})

describe('a flow for later rounds', () => {
  // Saves by supervisors in any order: flow a continues with flow b.
  const saves = fc.array(fc.record({ flow: fc.integer({ min: 1, max: 6 }), refresh: fc.option(fc.integer({ min: 1, max: 6 })) }), {
    maxLength: 30,
  })

  it('never leads back to a flow, whatever is saved in any order, and nothing else is refused', () => {
    fc.assert(
      fc.property(saves, (all) => {
        const next = new Map<number, number | null>()
        const flows = () => [1, 2, 3, 4, 5, 6].map((id) => ({ id, refresh: next.get(id) ?? null }))
        for (const { flow, refresh } of all) {
          const isRefused = refresh !== null && leadsBack(flows(), flow, refresh)
          const was = next.get(flow) ?? null
          next.set(flow, refresh)
          const hasCircle = flows().some(({ id }) => {
            let at: number | null = id
            for (let times = 0; times < 7 && at !== null; times++) at = next.get(at) ?? null
            return at !== null
          })
          expect(isRefused).toBe(hasCircle)
          if (isRefused) next.set(flow, was)
        }
      }),
      { numRuns: Number(process.env.FLOW_CASES ?? 300) },
    )
  })

  it('may be any flow for a new one', () => {
    expect(
      leadsBack(
        [
          { id: 1, refresh: 2 },
          { id: 2, refresh: null },
        ],
        null,
        1,
      ),
    ).toBe(false)
  })
})

describe('people', () => {
  let app: TestApp
  let db: typeof import('@adonisjs/lucid/services/db').default
  let company: TestCompany
  let supervisor: TestClient
  let courses: number[]
  let made = 0

  beforeAll(async () => {
    app = await testApp()
    ;({ default: db } = await import('@adonisjs/lucid/services/db'))
    company = await createCompany()
    supervisor = await signInSupervisor(company.loginId)
    courses = (await supervisor.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
  })

  /** The first training finishes the flow; it is due 90 days after it started. */
  const definition = (rounds: Rounds) => {
    const [a, b] = courses as [number, number]
    return {
      steps: [a, b].map((course) => ({ key: `c${course}`, course, due_days: 90, optional: course === b })),
      rules: [
        { step: `c${a}`, type: 'direct' },
        { step: `c${b}`, type: 'relative', other: `c${a}`, when: 'finished', days: 90 },
      ],
      ...{ finish: null, expired: 'restart', skip_held: true, ...rounds },
    }
  }
  async function flowWith(rounds: Rounds, members: readonly TestMember[]) {
    made += 1
    const sent = { name: `Rounds ${made}`, active: true, groups: [], definition: definition(rounds) }
    const { data } = (await supervisor.post('/api/flows/flows', sent)).body
    await supervisor.post(`/api/flows/flows/${data.id}/people`, { members: members.map(({ id }) => id), groups: [], emails: [] })
    return { id: data.id as number, sent }
  }
  const linesOf = async ({ id }: TestMember) => (await supervisor.get(`/api/flows/persons/${id}`)).body.data
  async function pass(member: TestMember): Promise<void> {
    const own = await app.asSystem(() =>
      db.from('learning_participations').where({ membership_id: member.id, course_id: courses[0] }).orderBy('id', 'desc').firstOrFail(),
    )
    const { updated_at: version } = (await supervisor.get(`/api/learning/insights/${own.id}`)).body.data
    await supervisor.post(`/api/learning/insights/${own.id}/acts`, { act: 'pass', reason: 'Test', updated_at: version })
    await app.settle()
  }
  async function look(): Promise<void> {
    const { updateFlows } = await import('#plugins/flows/server/services/clock')
    await app.inCompany(company.loginId, updateFlows)
    await app.settle()
  }
  const save = async (id: number, sent: object, rounds: Rounds) => {
    const { updated_at: version } = (await supervisor.get(`/api/flows/flows/${id}`)).body.data
    const body = { ...sent, definition: definition(rounds), move: true, updated_at: version }
    expect((await supervisor.put(`/api/flows/flows/${id}`, body)).status).toBe(200)
  }

  it('see when their next round opens and ends, start it once, and have until its end', async () => {
    const member = await createParticipant(company.loginId)
    await flowWith({ ...yearly, repeat_from: 'previous_end', repeat_opens: 1 }, [member])
    await pass(member)
    const next = nextRound({ ...yearly, repeat_opens: 1 }, today(), null)!
    expect((await linesOf(member))[0]).toMatchObject({ round: 1, ends_on: null, repeat_on: next.startsOn, repeat_ends_on: next.endsOn })
    // As if that day had come: the round ends in 30 days, before its training is due.
    const end = addDays(today(), 30)
    await app.asSystem(() => db.from('flows_people').where('membership_id', member.id).update({ look_on: today(), next_ends_on: end }))
    await Promise.all([look(), look()])
    const [second, first] = await linesOf(member)
    expect(second).toMatchObject({ round: 2, ends_on: end, state: 'started' })
    expect(second.steps[0].due_on).toBe(end)
    // The second round has started, so the first no longer announces it.
    expect(first).toMatchObject({ round: 1, repeat_on: null })
    await pass(member)
    const third = nextRound({ ...yearly, repeat_from: 'previous_end', repeat_opens: 1 }, today(), end)!
    expect((await linesOf(member))[0]).toMatchObject({ round: 2, repeat_on: third.startsOn, repeat_ends_on: third.endsOn })
  })

  it('who finished follow a change of the settings; a removed person does not come back', async () => {
    const [stays, gone] = [await createParticipant(company.loginId), await createParticipant(company.loginId)]
    const { id, sent } = await flowWith({ repeat_months: 12 }, [stays, gone])
    for (const member of [stays, gone]) await pass(member)
    const rows = await app.asSystem(() => db.from('flows_people').where({ flow_id: id, membership_id: gone.id }).select('id'))
    await supervisor.post('/api/flows/people/act', { action: 'flows.leave', ids: [rows[0].id], input: { cancel: true } })
    await app.settle()
    const asked = { flow: id, members: [], groups: [], emails: [], definition: definition({ repeat_months: 6 }) }
    const next = nextRound({ repeat_months: 6 }, today(), null)!
    expect((await supervisor.post('/api/flows/dry-run', asked)).body.data.rounds).toEqual({ people: 1, first: next.startsOn, flow: null })
    await save(id, sent, { repeat_months: 6 })
    expect((await linesOf(stays))[0].repeat_on).toBe(next.startsOn)
    expect((await linesOf(gone))[0].repeat_on).toBeNull()
    await save(id, sent, { repeat_months: null })
    expect((await linesOf(stays))[0].repeat_on).toBeNull()
    expect(
      (await supervisor.post('/api/flows/dry-run', { ...asked, definition: definition({ repeat_months: null }) })).body.data.rounds,
    ).toBeNull()
  })

  const dueToday = (member: TestMember, flow: number, end: Day) =>
    app.asSystem(() =>
      db
        .from('flows_people')
        .where({ membership_id: member.id, flow_id: flow })
        .whereNotNull('look_on')
        .update({ look_on: today(), next_ends_on: end }),
    )

  it('continue with another flow from their second round, once, and keep the number and the end of the round', async () => {
    const member = await createParticipant(company.loginId)
    const other = await flowWith({ ...yearly, repeat_from: 'previous_end' }, [])
    const first = await flowWith(yearly, [])
    const { name } = other.sent
    const { updated_at: version } = (await supervisor.get(`/api/flows/flows/${first.id}`)).body.data
    const body = { ...first.sent, refresh_flow: other.id, move: true, updated_at: version }
    const saved = (await supervisor.put(`/api/flows/flows/${first.id}`, body)).body.data
    expect(saved).toMatchObject({ version: 1, refresh_flow: other.id, refresh_flow_name: name })
    await supervisor.post(`/api/flows/flows/${first.id}/people`, { members: [member.id], groups: [], emails: [] })
    await pass(member)
    const next = nextRound(yearly, today(), null)!
    expect((await linesOf(member))[0]).toMatchObject({ repeat_on: next.startsOn, repeat_flow: name })
    const asked = { flow: first.id, members: [], groups: [], emails: [], definition: definition(yearly) }
    expect((await supervisor.post('/api/flows/dry-run', asked)).body.data.rounds).toEqual({ people: 1, first: next.startsOn, flow: name })
    const would = (await supervisor.post('/api/flows/dry-run', { ...asked, refresh_flow: null })).body.data.rounds
    expect(would).toEqual({ people: 1, first: next.startsOn, flow: null })

    const end = addDays(today(), 40)
    await dueToday(member, first.id, end)
    await Promise.all([look(), look()])
    const [second, before, ...none] = await linesOf(member)
    expect(none).toEqual([])
    expect(second).toMatchObject({ flow: name, flow_id: other.id, round: 2, ends_on: end, state: 'started' })
    expect(before).toMatchObject({ flow_id: first.id, round: 1, repeat_on: null, repeat_flow: null })
    // Changing the first flow's settings does not send them there again.
    await save(first.id, { ...first.sent, refresh_flow: other.id }, { repeat_months: 6 })
    expect((await linesOf(member))[1].repeat_on).toBeNull()
    // From there on the settings of the other flow apply.
    await pass(member)
    const third = nextRound({ ...yearly, repeat_from: 'previous_end' }, today(), end)!
    expect((await linesOf(member))[0]).toMatchObject({ round: 2, repeat_on: third.startsOn, repeat_flow: null })
    await dueToday(member, other.id, addDays(today(), 400))
    await look()
    expect((await linesOf(member)).map(({ flow_id: id, round }: { flow_id: number; round: number }) => [id, round])).toEqual([
      [other.id, 3],
      [other.id, 2],
      [first.id, 1],
    ])
  })

  it('who are already in progress in the other flow get no second round next to it', async () => {
    const member = await createParticipant(company.loginId)
    const other = await flowWith(yearly, [])
    const { sent } = await flowWith(yearly, [])
    const { data: flow } = (await supervisor.post('/api/flows/flows', { ...sent, name: 'Beside', refresh_flow: other.id })).body
    await supervisor.post(`/api/flows/flows/${flow.id}/people`, { members: [member.id], groups: [], emails: [] })
    await pass(member)
    await supervisor.post(`/api/flows/flows/${other.id}/people`, { members: [member.id], groups: [], emails: [] })
    await app.asSystem(() =>
      db.from('flows_people').where({ flow_id: other.id }).update({ finished_on: null, look_on: null, state: 'busy' }),
    )
    await dueToday(member, flow.id, addDays(today(), 40))
    await look()
    const rounds = await app.asSystem(() => db.from('flows_people').where({ flow_id: other.id, membership_id: member.id }).select('round'))
    expect(rounds).toEqual([{ round: 1 }])
  })

  it('get no second round from the clock while a supervisor adds them', async () => {
    const member = await createParticipant(company.loginId)
    const other = await flowWith(yearly, [])
    const { sent } = await flowWith(yearly, [])
    const { data: flow } = (await supervisor.post('/api/flows/flows', { ...sent, name: 'Raced', refresh_flow: other.id })).body
    await supervisor.post(`/api/flows/flows/${flow.id}/people`, { members: [member.id], groups: [], emails: [] })
    // Its courses are still open, so the other flow is not finished at once.
    const finished = { round: 3, state: 'completed', finished_on: today(), look_on: today(), next_ends_on: addDays(today(), 40) }
    await app.asSystem(() => db.from('flows_people').where('membership_id', member.id).update(finished))
    const { join } = await import('#plugins/flows/server/services/joining')
    let clock: Promise<void> | undefined
    await app.inCompany(company.loginId, () =>
      db.transaction(async (trx) => {
        await join(trx, { id: other.id, name: 'Other', version: 1 }, [member.id], 'hand', null)
        clock = look()
        await untilBlocked(app, { orOver: clock })
      }),
    )
    await clock
    const open = await app.asSystem(() =>
      db.from('flows_people').where({ flow_id: other.id, membership_id: member.id }).whereNull('finished_on').select('round', 'origin'),
    )
    expect(open).toEqual([{ round: 1, origin: 'hand' }])
  })

  it('get a refresh flow only if it does not lead back, and 404 for one of another company', async () => {
    const a = await flowWith(yearly, [])
    const b = await flowWith(yearly, [])
    const saveWith = async (id: number, sent: object, refresh: number | null) => {
      const { updated_at: version } = (await supervisor.get(`/api/flows/flows/${id}`)).body.data
      return supervisor.put(`/api/flows/flows/${id}`, { ...sent, refresh_flow: refresh, move: false, updated_at: version })
    }
    expect((await saveWith(a.id, a.sent, b.id)).status).toBe(200)
    for (const [id, sent, refresh] of [
      [b.id, b.sent, a.id],
      [a.id, a.sent, a.id],
    ] as const) {
      const { status, body } = await saveWith(id, sent, refresh)
      expect([status, body.errors[0]]).toEqual([422, expect.objectContaining({ field: 'refresh_flow', rule: 'cycle' })])
    }
    // A flow that another one refers to cannot be deleted.
    const removed = await supervisor.delete(`/api/flows/flows/${b.id}`)
    expect([removed.status, removed.body.code ?? removed.body.errors?.[0]?.code]).toEqual([409, 'flow_refreshes'])
    // Without repetition there is no refresh flow.
    const { data } = (await saveWith(a.id, { ...a.sent, definition: definition({ repeat_months: null }) }, b.id)).body
    expect(data.refresh_flow).toBeNull()
    expect((await supervisor.delete(`/api/flows/flows/${b.id}`)).status).toBe(200)

    const elsewhere = await createCompany()
    const stranger = await signInSupervisor(elsewhere.loginId)
    const body = { ...a.sent, refresh_flow: a.id }
    expect((await stranger.post('/api/flows/flows', body)).status).toBe(404)
    expect(
      (
        await stranger.post('/api/flows/dry-run', {
          members: [],
          groups: [],
          emails: [],
          definition: a.sent.definition,
          refresh_flow: a.id,
        })
      ).status,
    ).toBe(404)
  })
})
