import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs, signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany, type TestMember } from '#core/testing/factories'
import { untilBlocked } from '#core/testing/locks'
import type { DraftDefinition, RuleDraft } from '../contract/definition.js'

// Flows through their API, in a company of the test's own.

const base = '/api/flows/flows'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany
let supervisor: TestClient
let stranger: TestClient
let courses: number[]

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  company = await createCompany()
  const other = await createCompany()
  supervisor = await signInSupervisor(company.loginId)
  stranger = await signInSupervisor(other.loginId)
  courses = (await supervisor.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
})

const person = () => createParticipant(company.loginId, { birthdate: '1990-05-01' })
const step = (course: number, over: object = {}) => ({ key: `c${course}`, course, due_days: null, optional: false, ...over })
const direct = (course: number): RuleDraft => ({ step: `c${course}`, type: 'direct' })
const after = (course: number, other: number, over: Partial<RuleDraft> = {}): RuleDraft => ({
  ...{ step: `c${course}`, type: 'status', other: `c${other}`, when: 'finished' },
  ...over,
})

/** A flow of the first three courses, one after the other. */
const definition = (over: Partial<DraftDefinition> = {}): DraftDefinition => {
  const [a, b, c] = courses as [number, number, number]
  return {
    steps: [step(a), step(b, { due_days: 30 }), step(c)],
    rules: [direct(a), after(b, a), after(c, b, { type: 'relative', days: 14 })],
    ...{ finish: null, expired: 'restart', skip_held: true, repeat_months: null },
    ...over,
  }
}

let made = 0
interface Made {
  id: number
  updated_at: string
  [key: string]: unknown
}
async function flow(over: Partial<DraftDefinition> = {}, body: object = {}): Promise<Made> {
  made += 1
  const sent = { name: `Flow ${made}`, active: true, groups: [], definition: definition(over), ...body }
  const { status, body: answer } = await supervisor.post(base, sent)
  expect([status, answer.code]).toEqual([201, undefined])
  return answer.data
}
const add = (id: number, members: readonly TestMember[], over: object = {}) =>
  supervisor.post(`${base}/${id}/people`, { members: members.map((member) => member.id), groups: [], emails: [], ...over })

interface Line {
  id: number
  state: string
  stuck: string | null
  finished_on: string | null
  repeat_on: string | null
  round: number
  steps: { step: string; state: string; reason: string; why: string; starts_on: string | null; participation: number | null }[]
}
const linesOf = async (member: TestMember): Promise<Line[]> => (await supervisor.get(`/api/flows/persons/${member.id}`)).body.data
const lineOf = async (member: TestMember): Promise<Line> => (await linesOf(member))[0]!
const statesOf = ({ steps }: Line) => steps.map(({ state, reason }) => `${state} ${reason}`)
const participationsOf = (member: TestMember) =>
  app.asSystem(() => db.from('learning_participations').where('membership_id', member.id).orderBy('id').select('*'))
/** Changes a course of theirs, as a supervisor does. */
async function act(member: TestMember, course: number, what: 'pass' | 'cancel') {
  const own = (await participationsOf(member)).find((row) => row.course_id === course)!
  const { updated_at: version } = (await supervisor.get(`/api/learning/insights/${own.id}`)).body.data
  return supervisor.post(`/api/learning/insights/${own.id}/acts`, { act: what, reason: 'Test', updated_at: version })
}
async function pass(member: TestMember, course: number): Promise<void> {
  expect((await act(member, course, 'pass')).status).toBe(200)
  await app.settle()
}
const look = async () => {
  const { updateFlows } = await import('#plugins/flows/server/services/clock')
  await app.inCompany(company.loginId, updateFlows)
  await app.settle()
}

describe('creating a flow', () => {
  it('refuses errors with a code for each step, and stores nothing', async () => {
    const [a, b, c] = courses as [number, number, number]
    const rules = [direct(a), after(b, b), { step: `c${c}`, type: 'date', on: '2020-01-01', mode: 'at' }]
    const { status, body } = await supervisor.post(base, {
      name: 'Wrong',
      active: true,
      groups: [],
      definition: definition({ rules: rules as RuleDraft[] }),
    })
    expect([status, body.code]).toEqual([422, 'flow_invalid'])
    expect(body.errors).toEqual([
      { code: 'rule_about_itself', step: `c${b}` },
      { code: 'rule_date_past', step: `c${c}` },
    ])
    const unknown = definition({ steps: [step(a), step(999_999_999)], rules: [direct(a), direct(999_999_999)] })
    expect((await supervisor.post(base, { name: 'Wrong', active: true, groups: [], definition: unknown })).body.code).toBe(
      'course_unavailable',
    )
    expect((await supervisor.post(base, { name: '', active: true, groups: [], definition: definition() })).status).toBe(422)
    expect((await supervisor.get(`${base}?search=Wrong`)).body.data).toEqual([])
  })

  it('refuses a name that is taken, and groups of another company', async () => {
    const { name } = await flow()
    const again = await supervisor.post(base, { name, active: true, groups: [], definition: definition() })
    expect(again.body.errors).toEqual([expect.objectContaining({ field: 'name', rule: 'unique' })])
    const foreign = await stranger.post('/api/groups/groups', { kind: 'location', name: 'Elsewhere' })
    const groups = [foreign.body.data.id]
    expect((await supervisor.post(base, { name: 'G', active: true, groups, definition: definition() })).status).toBe(422)
  })

  it('belongs to one company', async () => {
    const { id, updated_at: version, ...rest } = await flow()
    for (const answer of [
      await stranger.get(`${base}/${id}`),
      await stranger.get(`${base}/${id}/history`),
      await stranger.delete(`${base}/${id}`),
      await stranger.post(`${base}/${id}/people`, { members: [], groups: [], emails: [] }),
      await stranger.put(`${base}/${id}`, {
        name: 'Mine',
        active: true,
        groups: [],
        definition: rest.definition,
        move: true,
        updated_at: version,
      }),
    ])
      expect(answer.status).toBe(404)
    const outsider = await createParticipant('noordwind')
    expect((await add(id, [outsider])).status).toBe(422)
    expect((await supervisor.get(`/api/flows/persons/${outsider.id}`)).status).toBe(404)
  })
})

describe('a person in a flow', () => {
  it('gets the first course at once, the next when it is passed, and the last two weeks later', async () => {
    const { id } = await flow()
    const somebody = await person()
    expect((await add(id, [somebody])).body.data).toEqual({ joined: 1, already: 0, unknown: [] })
    expect(statesOf(await lineOf(somebody))).toEqual(['started started', 'not_started waits_finished', 'not_started waits_finished'])
    expect((await participationsOf(somebody)).map((row) => [row.course_id, row.source, row.mandatory])).toEqual([
      [courses[0], 'flow', true],
    ])
    await pass(somebody, courses[0]!)
    expect(statesOf(await lineOf(somebody))).toEqual(['passed done', 'started started', 'not_started waits_finished'])
    const second = (await participationsOf(somebody)).find((row) => row.course_id === courses[1])!
    expect(second.due_at).toBe(addDays(today(), 30))
    await pass(somebody, courses[1]!)
    const line = await lineOf(somebody)
    expect(statesOf(line)[2]).toBe('not_started waits_until')
    expect(line.steps[2]!.starts_on).toBe(addDays(today(), 14))
    expect(line.state).toBe('busy')
    // Two weeks pass.
    await app.asSystem(() =>
      db
        .from('flows_steps')
        .where('step', `c${courses[1]}`)
        .update({ done_on: addDays(today(), -14) }),
    )
    await app.asSystem(() => db.from('flows_people').where('id', line.id).update({ look_on: today() }))
    await look()
    expect(statesOf(await lineOf(somebody))[2]).toBe('started started')
    await pass(somebody, courses[2]!)
    expect(await lineOf(somebody)).toMatchObject({ state: 'passed', finished_on: today(), stuck: null })
  })

  it('is notified once of each step and of the end', async () => {
    const { id, name } = await flow()
    const somebody = await person()
    await add(id, [somebody])
    await app.settle()
    await pass(somebody, courses[0]!)
    await look()
    const mails = await app.asSystem(() =>
      db
        .from('core_mail_outbox')
        .where('membership_id', somebody.id)
        .whereLike('trigger', 'flows.%')
        .orderBy('id')
        .select('trigger', 'subject'),
    )
    expect(mails.map(({ trigger }) => trigger)).toEqual(['flows.mail.step_started', 'flows.mail.step_started'])
    const acts = await app.asSystem(() => db.from('flows_history').where('membership_id', somebody.id).orderBy('id').select('act', 'facts'))
    expect(acts.map(({ act }) => act)).toEqual(['joined', 'step_started', 'step_started'])
    expect(acts[0]!.facts.flow).toBe(name)
  })

  it('keeps a course that was open, and continues with what they had already opened', async () => {
    const [a, b] = courses as [number, number]
    const somebody = await person()
    await supervisor.post('/api/learning/assignments', { members: [somebody.id], courses: [a], due_at: null, mandatory: false })
    const [own] = await participationsOf(somebody)
    // As choosing the language does.
    await app.asSystem(() =>
      db.from('learning_participations').where('id', own!.id).update({ status: 'busy', language: 'nl', started_at: new Date() }),
    )
    const { id } = await flow({ steps: [step(a), step(b)], rules: [direct(a), after(b, a, { when: 'opened' })] })
    await add(id, [somebody])
    expect(statesOf(await lineOf(somebody))).toEqual(['busy had_it_open', 'started started'])
    expect(await participationsOf(somebody)).toHaveLength(2)
  })

  it('does not start a course of an inactive flow, and does when it is activated', async () => {
    const { id, updated_at: version, name, definition: own } = await flow({}, { active: false })
    const somebody = await person()
    await add(id, [somebody])
    expect(await participationsOf(somebody)).toEqual([])
    await supervisor.put(`${base}/${id}`, { name, groups: [], definition: own, active: true, move: false, updated_at: version })
    expect(await participationsOf(somebody)).toHaveLength(1)
  })

  it('waits with a reason while deactivated, and continues afterwards', async () => {
    const { id } = await flow()
    const somebody = await person()
    const other = await person()
    await add(id, [somebody, other])
    await app.asSystem(() =>
      db.from('core_memberships').where('id', somebody.id).update({ status: 'inactive', deactivated_at: new Date() }),
    )
    await pass(somebody, courses[0]!)
    expect(statesOf(await lineOf(somebody))[1]).toBe('not_started member_inactive')
    expect((await lineOf(somebody)).stuck).toBe('member_inactive')
    const stuck = (await supervisor.get(`/api/flows/people?flow=${id}&stuck=member_inactive`)).body.data
    expect(stuck.map((row: { membership_id: number }) => row.membership_id)).toEqual([somebody.id])
    // Supervisors are mailed once a week, with a link that filters for these people.
    const { digestStuck, stuckValues, STUCK_MAIL } = await import('#plugins/flows/server/services/mails')
    await app.inCompany(company.loginId, async () => {
      await digestStuck()
      await digestStuck()
    })
    const mails = await app.asSystem(() => db.from('core_mail_outbox').where('trigger', STUCK_MAIL).select('membership_id'))
    expect(mails).toHaveLength(1)
    const facts = { ids: [(await lineOf(somebody)).id], count: 1, member: mails[0].membership_id }
    const values = await app.inCompany(company.loginId, () => stuckValues(facts))
    expect(values!.people).toContain('Persoon niet actief')
    const { search } = new URL(values!.actionUrl!)
    const found = await supervisor.get(`/api/flows/people${search}`)
    expect(found.body.data.map((row: { membership_id: number }) => row.membership_id)).toContain(somebody.id)
    await app.asSystem(() => db.from('core_memberships').where('id', somebody.id).update({ status: 'active', deactivated_at: null }))
    await app.asSystem(() => db.from('flows_people').where('membership_id', somebody.id).update({ look_on: today() }))
    await look()
    expect(await lineOf(somebody)).toMatchObject({ stuck: null, state: 'busy' })
  })

  it('starts once when several runs advance them concurrently', async () => {
    const { id } = await flow()
    const people = await Promise.all(Array.from({ length: 5 }, () => person()))
    await Promise.all([add(id, people), add(id, people), add(id, people)])
    await Promise.all([look(), look()])
    for (const one of people) expect(await participationsOf(one)).toHaveLength(1)
    const started = await app.asSystem(() =>
      db
        .from('core_mail_outbox')
        .whereIn(
          'membership_id',
          people.map((one) => one.id),
        )
        .where('trigger', 'flows.mail.step_started'),
    )
    expect(started).toHaveLength(5)
  })

  it('cannot have one of its courses cancelled separately, but can after leaving', async () => {
    const { id } = await flow()
    const somebody = await person()
    await add(id, [somebody])
    const cancel = async () => (await act(somebody, courses[0]!, 'cancel')).body.code ?? 'done'
    expect(await cancel()).toBe('part_of_flow')
    const { id: row } = await lineOf(somebody)
    const started = await supervisor.post('/api/flows/people/act', { action: 'flows.leave', ids: [row], input: { cancel: false } })
    expect(started.status).toBe(202)
    await app.settle()
    expect(await linesOf(somebody)).toEqual([])
    expect((await participationsOf(somebody))[0]).toMatchObject({ status: 'registered', source: 'assigned' })
    expect(await cancel()).toBe('done')
  })

  it('does not lose what they had before the flow, or what another flow needs', async () => {
    const first = await flow()
    const second = await flow()
    const [before, both] = [await person(), await person()]
    await supervisor.post('/api/learning/assignments', { members: [before.id], courses: [courses[0]], due_at: null, mandatory: false })
    await add(first.id, [before, both])
    await add(second.id, [both])
    expect((await supervisor.delete(`${base}/${first.id}`)).status).toBe(200)
    expect((await participationsOf(before))[0]).toMatchObject({ status: 'registered', source: 'assigned' })
    expect((await participationsOf(both))[0]).toMatchObject({ status: 'registered', source: 'flow' })
    await app.settle()
    expect(await lineOf(both)).toMatchObject({ state: 'started', stuck: null })
  })

  it('is given an expired course again once, and then waits for a supervisor', async () => {
    const { id } = await flow()
    const somebody = await person()
    await add(id, [somebody])
    const expire = async () => {
      const { id: own } = (await participationsOf(somebody)).at(-1)!
      await app.asSystem(() =>
        db
          .from('learning_participations')
          .where('id', own)
          .update({ status: 'expired', expires_at: new Date(Date.now() - 86_400_000) }),
      )
      const { advanceMember } = await import('#plugins/flows/server/services/advance')
      await app.inCompany(company.loginId, () => advanceMember(somebody.id))
    }
    await expire()
    expect(statesOf(await lineOf(somebody))[0]).toBe('started restarted')
    expect(await participationsOf(somebody)).toHaveLength(2)
    await expire()
    expect(await lineOf(somebody)).toMatchObject({ state: 'not_passed', stuck: 'expired' })
    expect(await participationsOf(somebody)).toHaveLength(2)
  })

  it('waits for a concurrent change of the flow, without holding locks that it needs', async () => {
    const { id } = await flow()
    const somebody = await person()
    await add(id, [somebody])
    let done: Promise<void> | undefined
    await app.inCompany(company.loginId, () =>
      db.transaction(async (trx) => {
        await trx.from('flows_flows').where('id', id).forUpdate().select('id')
        const { advanceMember } = await import('#plugins/flows/server/services/advance')
        done = app.inCompany(company.loginId, () => advanceMember(somebody.id))
        await untilBlocked(app)
        await trx.rawQuery('select id from flows_people where membership_id = ? for update nowait', [somebody.id])
      }),
    )
    await done
  })

  it('repeats a year after finishing, with a new round', async () => {
    const [a, b] = courses as [number, number]
    const { id } = await flow({
      steps: [step(a), step(b, { optional: true })],
      rules: [direct(a), after(b, a, { type: 'relative', days: 90 })],
      repeat_months: 12,
    })
    const somebody = await person()
    await add(id, [somebody])
    await pass(somebody, a)
    const first = await lineOf(somebody)
    expect(first).toMatchObject({ state: 'passed', round: 1 })
    await app.asSystem(() => db.from('flows_people').where('id', first.id).update({ look_on: today() }))
    await Promise.all([look(), look()])
    const [second, ...others] = await linesOf(somebody)
    expect(second).toMatchObject({ round: 2, state: 'started' })
    expect(others).toHaveLength(1)
    expect(await participationsOf(somebody)).toHaveLength(2)
  })
})

describe('the page with their own trainings', () => {
  it('asks for the flows of a person whose flow has not given a training yet, and of nobody else', async () => {
    const [a, b] = courses as [number, number]
    const later: RuleDraft = { step: `c${a}`, type: 'date', on: addDays(today(), 30), mode: 'from' }
    const { id } = await flow({ steps: [step(a), step(b)], rules: [later, after(b, a)] })
    const waiting = await createParticipant(company.loginId, { birthdate: '1990-05-01', signsIn: true })
    const client = await signInAs(waiting.email, undefined, company.loginId)
    const isIn = async () => (await client.get('/api/learning/participations')).body.in_flow
    expect(await isIn()).toBe(false)
    await add(id, [waiting])
    expect(await isIn()).toBe(true)
    expect((await client.get('/api/flows/mine')).body.data[0].steps).toMatchObject([{ starting: false }, { starting: false }])
  })

  it('has dates in the words of the rest of the page', async () => {
    const { inWords } = await import('#plugins/flows/server/services/time_line')
    expect(['nl', 'en', 'de'].map((language) => inWords('2026-12-04', language))).toEqual([
      '4 december 2026',
      '4 December 2026',
      '4. Dezember 2026',
    ])
  })

  it('says that nothing starts while the flow is off', async () => {
    const { id } = await flow({}, { active: false })
    const somebody = await person()
    await add(id, [somebody])
    const whys = async () => (await lineOf(somebody)).steps.map(({ why }) => why)
    expect((await whys())[0]).toBe('Start niet zolang de flow uitstaat.')
    expect((await whys())[1]).toMatch(/^Wacht tot /)
    const listed = (await supervisor.get(`/api/flows/people?flow=${id}`)).body.data[0]
    expect(listed.next.why).toBe('Start niet zolang de flow uitstaat.')
  })

  it('looks again while the next step is about to start', async () => {
    const { id } = await flow()
    const somebody = await createParticipant(company.loginId, { birthdate: '1990-05-01', signsIn: true })
    const client = await signInAs(somebody.email, undefined, company.loginId)
    await add(id, [somebody])
    const starting = async () => (await client.get('/api/flows/mine')).body.data[0].steps.map((one: { starting: boolean }) => one.starting)
    // Passed, and no event has been read yet.
    await act(somebody, courses[0]!, 'pass')
    expect([await starting(), await app.settle().then(starting)]).toEqual([
      [false, true, false],
      [false, false, false],
    ])
  })
})

describe('a group', () => {
  it('adds its people, and removes those who left before anything started', async () => {
    const [a, b] = courses as [number, number]
    const group = (await supervisor.post('/api/groups/groups', { kind: 'location', name: `Group ${made}` })).body.data.id as number
    const early = await person()
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: [early.id] })
    const later: RuleDraft = { step: `c${a}`, type: 'date', on: addDays(today(), 10), mode: 'from' }
    const { id } = await flow({ steps: [step(a), step(b)], rules: [later, after(b, a)] }, { groups: [group] })
    expect((await lineOf(early)).steps[0]).toMatchObject({ reason: 'waits_until', starts_on: addDays(today(), 10) })
    const late = await person()
    await supervisor.post(`/api/groups/groups/${group}/members`, { members: [late.id] })
    await look()
    expect(await linesOf(late)).toHaveLength(1)
    await supervisor.post('/api/groups/members/act', { action: 'groups.leave', ids: [early.id], input: { group } })
    await app.settle()
    await look()
    expect(await linesOf(early)).toEqual([])
    expect((await supervisor.get(`/api/flows/people?flow=${id}`)).body.data).toHaveLength(1)
  })
})

describe('a changed flow', () => {
  it('moves people in progress only on request', async () => {
    const [a, b, c] = courses as [number, number, number]
    const { id, name, updated_at: version } = await flow()
    const somebody = await person()
    await add(id, [somebody])
    const changed = definition({ rules: [direct(a), direct(b), after(c, b)] })
    const save = (move: boolean, updated: string, own: DraftDefinition) =>
      supervisor.put(`${base}/${id}`, { name, active: true, groups: [], definition: own, move, updated_at: updated })
    const kept = await save(false, version, changed)
    expect(kept.body.data.version).toBe(2)
    expect(statesOf(await lineOf(somebody))[1]).toBe('not_started waits_finished')
    expect((await save(true, version, definition())).body.code).toBe('changed_meanwhile')
    const moved = await save(true, kept.body.data.updated_at, definition({ rules: [direct(a), direct(b), direct(c)] }))
    expect(moved.status).toBe(200)
    expect(statesOf(await lineOf(somebody))).toEqual(['started started', 'started started', 'started started'])
  })
})

describe('deleting', () => {
  it('cancels courses that nobody started, also while people are added', async () => {
    const { id } = await flow()
    const somebody = await person()
    await add(id, [somebody])
    const [gone, late] = await Promise.all([supervisor.delete(`${base}/${id}`), add(id, [await person()])])
    expect(gone.status).toBe(200)
    expect([200, 404]).toContain(late.status)
    expect((await participationsOf(somebody))[0].status).toBe('cancelled')
    expect((await supervisor.get(`${base}/${id}`)).status).toBe(404)
  })

  it('erases a person completely', async () => {
    const { id } = await flow()
    const somebody = await person()
    await add(id, [somebody])
    const { exportPersonalData, erasePersonalData } = await import('#plugins/flows/server/services/personal_data')
    const exported = await app.inCompany(company.loginId, () => exportPersonalData(somebody.id))
    expect(exported).toMatchObject({
      flows: [{ state: 'started' }],
      steps: [{ state: 'started' }],
      history: [{ act: 'joined' }, { act: 'step_started' }],
    })
    await app.inCompany(company.loginId, () => erasePersonalData(somebody.id))
    expect(await linesOf(somebody)).toEqual([])
  })
})
