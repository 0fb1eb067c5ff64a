import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs, signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany, type TestMember } from '#core/testing/factories'
import type { DraftDefinition, RuleDraft } from '../contract/definition.js'

// Situations that are rare, and in which people were once left waiting, or the preview differed from what happened.

const base = '/api/flows/flows'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany
let supervisor: TestClient
let admin: TestClient
/** Courses without a minimum age, and one with it. */
let [a, b, c, adult]: number[] = []

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  company = await createCompany()
  supervisor = await signInSupervisor(company.loginId)
  admin = await signInAs('admin@platform.example')
  const offered: number[] = (await supervisor.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
  const versions = await app.asSystem(() => db.from('learning_course_versions').where('adults_only', true).distinct('course_id'))
  const adults = new Set<number>(versions.map((row: { course_id: number }) => row.course_id))
  ;[a, b, c] = offered.filter((id) => !adults.has(id))
  adult = offered.find((id) => adults.has(id))
})

const person = (over: object = {}) => createParticipant(company.loginId, { birthdate: '1990-05-01', ...over })
const direct = (course: number): RuleDraft => ({ step: `c${course}`, type: 'direct' })
const after = (course: number, other: number, when: 'opened' | 'finished' = 'finished'): RuleDraft => ({
  ...{ step: `c${course}`, type: 'status', other: `c${other}`, when },
})
/** A flow of the courses that the rules start. */
const definition = (rules: RuleDraft[], over: Partial<DraftDefinition> = {}): DraftDefinition => ({
  steps: rules.map(({ step }) => ({ key: step, course: Number(step.slice(1)), due_days: null, optional: false })),
  rules,
  ...{ finish: null, expired: 'restart', skip_held: false, repeat_months: null },
  ...over,
})
let made = 0
async function flow(rules: RuleDraft[], over: object = {}): Promise<{ id: number; name: string; updated_at: string }> {
  made += 1
  const body = { name: `Odd ${made}`, active: true, groups: [], definition: definition(rules), ...over }
  const { status, body: answer } = await supervisor.post(base, body)
  expect([status, answer.code]).toEqual([201, undefined])
  return answer.data
}
const chosen = (members: readonly TestMember[]) => ({ members: members.map(({ id }) => id), groups: [], emails: [] })
const add = async (id: number, ...members: readonly TestMember[]) =>
  (await supervisor.post(`${base}/${id}/people`, chosen(members))).body.data
interface Line {
  state: string
  stuck: string | null
  round: number
  steps: { state: string; reason: string }[]
}
const lineOf = async ({ id }: TestMember): Promise<Line> => (await supervisor.get(`/api/flows/persons/${id}`)).body.data[0]
const statesOf = ({ steps }: Line) => steps.map(({ state, reason }) => `${state} ${reason}`)
const coursesOf = ({ id }: TestMember) =>
  app.asSystem(() => db.from('learning_participations').where('membership_id', id).orderBy('id').select('*'))
const roundsOf = ({ id }: TestMember) => app.asSystem(() => db.from('flows_people').where('membership_id', id).orderBy('round').select('*'))
/** What a supervisor does to their newest participation in a course. @returns `done`, or the code of the error */
async function act(member: TestMember, course: number | undefined, what: 'pass' | 'cancel'): Promise<string> {
  const own = (await coursesOf(member)).findLast((row: { course_id: number }) => row.course_id === course)
  const { updated_at: version } = (await supervisor.get(`/api/learning/insights/${own.id}`)).body.data
  const body = { act: what, reason: 'Test', updated_at: version }
  const { status, body: answer } = await supervisor.post(`/api/learning/insights/${own.id}/acts`, body)
  await app.settle()
  return status === 200 ? 'done' : answer.code
}
async function look(): Promise<void> {
  const { updateFlows } = await import('#plugins/flows/server/services/clock')
  await app.inCompany(company.loginId, updateFlows)
  await app.settle()
}
/** The clock's job on a later day: what it would do then, it does now. */
async function lookLater(): Promise<void> {
  await app.asSystem(() => db.from('flows_people').whereNotNull('look_on').whereNull('finished_on').update({ look_on: today() }))
  await look()
}

/** Ends the access to all their courses. */
async function expire(member: TestMember): Promise<void> {
  await app.asSystem(() =>
    db
      .from('learning_participations')
      .where('membership_id', member.id)
      .update({ expires_at: new Date('2020-01-01') }),
  )
  const { runJobNow } = await import('#core/jobs/run_now')
  await runJobNow('learning.expire', { company: company.loginId, payload: {} } as never)
  await app.settle()
}

describe('a person in a flow', () => {
  it('continues after a training that they passed without opening it', async () => {
    const { id } = await flow([direct(a!), after(b!, a!, 'opened')])
    const somebody = await person()
    await add(id, somebody)
    expect(await act(somebody, a, 'pass')).toBe('done')
    expect(statesOf(await lineOf(somebody))).toEqual(['passed done', 'started started'])
    expect(await coursesOf(somebody)).toHaveLength(2)
  })

  it('can be merged with an account that was in the flow more often', async () => {
    const { id } = await flow([direct(a!), direct(b!)])
    const [kept, gone] = [await person(), await person()]
    for (let round = 1; round <= 3; round++) {
      await add(id, gone)
      for (const course of [a, b]) expect(await act(gone, course, 'pass')).toBe('done')
    }
    await add(id, kept)
    const path = `/api/people/participants/${kept.id}/merge`
    const preview = await admin.get(`${path}?email=${encodeURIComponent(gone.email)}`)
    expect(preview.status).toBe(200)
    const { version } = preview.body.data
    expect((await admin.post(path, { email: gone.email, version, confirm: gone.email })).status).toBe(200)
    await app.settle()
    expect((await roundsOf(kept)).map(({ round, state }: Line) => [round, state])).toEqual([
      [2, 'passed'],
      [3, 'passed'],
      [4, 'passed'],
      [5, 'started'],
    ])
    expect(await add(id, kept)).toMatchObject({ joined: 0, already: 1 })
  })

  it('gets an expired course again as soon as the contract has room, and waits with that reason until then', async () => {
    const { id } = await flow([direct(a!), after(b!, a!)])
    const somebody = await person()
    await add(id, somebody)
    const contract = {
      ...{ company: company.id, name: 'One', email: 'contract@test.example', order_number: null, type: 'courses', custom_courses: 1 },
      ...{ starts_on: addDays(today(), -5), ends_on: addDays(today(), 200), participants: null, courses: [a] },
      ...{ extra_participant_cents: null, extra_course_cents: null, only_started: false },
    }
    const { status, body } = await admin.post('/api/contracts/contracts', contract)
    expect(status).toBe(201)
    const other = await person()
    await supervisor.post('/api/learning/assignments', { members: [other.id], courses: [a], due_at: null, mandatory: false })
    await expire(somebody)
    expect(await lineOf(somebody)).toMatchObject({ stuck: 'contract_limit_reached', steps: [{ reason: 'contract_limit_reached' }, {}] })
    expect((await roundsOf(somebody))[0]).toMatchObject({ stuck: 'contract_limit_reached' })
    expect((await supervisor.get(`${base}/${id}/check`)).body.data.found).toEqual([])
    await app.asSystem(() => db.from('contracts_contracts').where('id', body.data.id).delete())
    await lookLater()
    expect(statesOf(await lineOf(somebody))[0]).toBe('started restarted')
    expect((await coursesOf(somebody)).map((row: { status: string }) => row.status)).toEqual(['expired', 'registered'])
  })

  it('is previewed with the restart of a course that expired while the flow was off', async () => {
    const { id, name, updated_at: version } = await flow([direct(a!), after(b!, a!)])
    const somebody = await person()
    await add(id, somebody)
    const body = { name, groups: [], move: true, definition: definition([direct(a!), after(b!, a!)]) }
    const off = await supervisor.put(`${base}/${id}`, { ...body, active: false, updated_at: version })
    expect(off.status).toBe(200)
    await expire(somebody)
    expect(statesOf(await lineOf(somebody))[0]).toBe('not_passed expired')
    const asked = { ...chosen([]), flow: id, definition: body.definition }
    const { starts, people } = (await supervisor.post('/api/flows/dry-run', asked)).body.data
    expect(starts.map(({ people: count }: { people: number }) => count)).toEqual([1])
    expect(people.map((line: Line) => statesOf(line)[0])).toEqual(['started restarted'])
    const { updated_at: newest } = (await supervisor.get(`${base}/${id}`)).body.data
    expect((await supervisor.put(`${base}/${id}`, { ...body, active: true, updated_at: newest })).status).toBe(200)
    await look()
    expect(statesOf(await lineOf(somebody))).toEqual(statesOf(people[0]))
    expect((await coursesOf(somebody)).map((row: { status: string }) => row.status)).toEqual(['expired', 'registered'])
  })

  it('may have a course cancelled after its step was removed from their version', async () => {
    const { id, name, updated_at: version } = await flow([direct(a!), direct(b!), direct(c!)])
    const somebody = await person()
    await add(id, somebody)
    expect(await act(somebody, c, 'cancel')).toBe('part_of_flow')
    const without = { name, active: true, groups: [], move: true, updated_at: version, definition: definition([direct(a!), direct(b!)]) }
    expect((await supervisor.put(`${base}/${id}`, without)).status).toBe(200)
    expect(await act(somebody, b, 'cancel')).toBe('part_of_flow')
    expect(await act(somebody, c, 'cancel')).toBe('done')
  })

  it('continues with what happened while the plugin was off', async () => {
    const { id } = await flow([direct(a!), after(b!, a!)])
    const somebody = await person()
    await add(id, somebody)
    await app.settle()
    await app.withoutPlugin(company.loginId, 'flows', async () => {
      expect(await act(somebody, a, 'pass')).toBe('done')
    })
    // What the job core.replays does in a company where the plugin was turned on, without all other companies and plugins.
    const { replay } = await import('#core/backfills/backfills')
    await app.asSystem(() => db.table('core_replays').insert({ company_id: company.id, plugin: 'flows', event: 'learning.course.passed' }))
    await app.inCompany(company.loginId, () => replay({ plugin: 'flows' }))
    expect(await coursesOf(somebody)).toHaveLength(1)
    await look()
    expect(statesOf(await lineOf(somebody))).toEqual(['passed done', 'started started'])
  })

  it('is not held up by another flow whose filter the list no longer understands', async () => {
    const broken = await flow([direct(a!), direct(b!)], { filter: 'status=inactive', filter_name: 'Old' })
    await app.asSystem(() => db.from('flows_flows').where('id', broken.id).update({ filter: 'status=of_an_older_version' }))
    const { id } = await flow([{ step: `c${a}`, type: 'date', on: addDays(today(), 1), mode: 'from' }, after(b!, a!)])
    const somebody = await person()
    await add(id, somebody)
    const { definition: kept } = await app.asSystem(() => db.from('flows_versions').where('flow_id', id).firstOrFail())
    const rules = [{ ...kept.rules[0], on: today() }, kept.rules[1]]
    await app.asSystem(() =>
      db
        .from('flows_versions')
        .where('flow_id', id)
        .update({ definition: JSON.stringify({ ...kept, rules }) }),
    )
    await lookLater()
    expect(statesOf(await lineOf(somebody))[0]).toBe('started started')
    await supervisor.delete(`${base}/${broken.id}`)
  })

  it('follows a date of their profile that is moved to an earlier day', async () => {
    const asked = { label: JSON.stringify({ nl: 'In dienst' }), kind: 'date', options: [], required: false, position: 0 }
    const [{ id: field }] = await app.asSystem(() =>
      db
        .table('core_registration_fields')
        .insert({ company_id: company.id, ...asked })
        .returning('id'),
    )
    const { id } = await flow([{ step: `c${a}`, type: 'anchor', anchor: 'profile', field, days: 0 }, after(b!, a!)])
    const somebody = await person()
    const answer = (day: string) =>
      app.asSystem(() =>
        db
          .from('core_memberships')
          .where('id', somebody.id)
          .update({ extra_info: JSON.stringify({ [field]: day }) }),
      )
    await answer(addDays(today(), 30))
    await add(id, somebody)
    await answer(addDays(today(), -1))
    // Nothing announces such a change, so tomorrow's run has to see it.
    const [row] = await app.asSystem(() => db.from('flows_people').where('membership_id', somebody.id).select(db.raw('look_on::text')))
    expect(row.look_on).toBe(addDays(today(), 1))
    await lookLater()
    expect(statesOf(await lineOf(somebody))[0]).toBe('started started')
  })
})

describe('a preview', () => {
  interface Preview {
    people: (Line & { membership_id: number })[]
    starts: { people: number; refused: number; extra_cents: number }[]
    selection: { comes: { count: number }; goes: { count: number } } | null
  }
  const previewOf = async (body: object): Promise<Preview> => (await supervisor.post('/api/flows/dry-run', body)).body.data

  it('starts nothing for people who are in the flow already', async () => {
    const { id } = await flow([direct(a!), after(b!, a!)])
    const [inside, fresh] = [await person(), await person()]
    await add(id, inside)
    const asked = chosen([inside, fresh])
    for (const body of [
      { ...asked, flow: id },
      { ...asked, flow: id, move: false, definition: definition([direct(a!), after(b!, a!)]) },
    ]) {
      const { people, starts } = await previewOf(body)
      expect(people.map((one) => one.membership_id)).toEqual([fresh.id])
      expect(starts.map((one) => one.people)).toEqual([1])
    }
    expect(await add(id, inside, fresh)).toMatchObject({ joined: 1, already: 1 })
  })

  it('knows what a course that is already open starts at once', async () => {
    const somebody = await person()
    await supervisor.post('/api/learning/assignments', { members: [somebody.id], courses: [a], due_at: null, mandatory: false })
    await app.asSystem(() =>
      db
        .from('learning_participations')
        .where('membership_id', somebody.id)
        .update({ status: 'busy', progress: 60, language: 'nl', started_at: new Date(), registered_at: new Date('2026-01-01') }),
    )
    const { id } = await flow([direct(a!), after(b!, a!, 'opened')])
    const { people, starts } = await previewOf({ ...chosen([somebody]), flow: id })
    expect(statesOf(people[0]!)).toEqual(['busy had_it_open', 'not_started waits_until'])
    expect(starts).toMatchObject([{ people: 1 }])
    expect(await coursesOf(somebody)).toHaveLength(1)
    await add(id, somebody)
    expect(statesOf(await lineOf(somebody))).toEqual(['busy had_it_open', 'started started'])
  })

  it('shows who would wait, with the reason for which they then do', async () => {
    const { id } = await flow([direct(adult!), direct(a!), direct(b!)])
    const unknown = await person({ birthdate: null })
    const young = await person({ birthdate: addDays(today(), -365 * 17) })
    const fits = await person()
    const everybody = [unknown, young, fits]
    const { status: was } = await app.asSystem(() => db.from('learning_courses').where('id', b!).firstOrFail())
    await app.asSystem(() => db.from('learning_courses').where('id', b!).update({ status: 'building' }))
    try {
      const { people, starts } = await previewOf({ ...chosen(everybody), flow: id })
      const reasons = (lines: readonly Line[]) => lines.map(({ steps, stuck }) => [stuck, ...steps.map(({ reason }) => reason)])
      const foreseen = everybody.map((one) => people.find((line) => line.membership_id === one.id)!)
      expect(reasons(foreseen)).toEqual([
        ['birthdate_missing', 'birthdate_missing', 'waits_until', 'course_unavailable'],
        ['under_age', 'under_age', 'waits_until', 'course_unavailable'],
        ['course_unavailable', 'waits_until', 'waits_until', 'course_unavailable'],
      ])
      expect(starts.map((one) => one.people)).toEqual([1, 3])
      await add(id, ...everybody)
      const real = await Promise.all(everybody.map(lineOf))
      expect(reasons(real)).toEqual(reasons(foreseen).map((line) => line.map((one) => (one === 'waits_until' ? 'started' : one))))
    } finally {
      await app.asSystem(() => db.from('learning_courses').where('id', b!).update({ status: was }))
    }
  })

  const contractOf = async (over: object): Promise<number> => {
    const contract = {
      ...{ company: company.id, name: 'Small', email: 'contract@test.example', order_number: null, type: 'participants' },
      ...{ starts_on: addDays(today(), -5), ends_on: addDays(today(), 200), participants: 1, custom_courses: null, courses: [a, b] },
      ...{ extra_participant_cents: null, extra_course_cents: null, only_started: false },
      ...over,
    }
    const { status, body } = await admin.post('/api/contracts/contracts', contract)
    expect(status).toBe(201)
    return body.data.id
  }
  const without = (contract: number) => app.asSystem(() => db.from('contracts_contracts').where('id', contract).delete())

  it('gives each place of a contract once, and names the people who wait for one', async () => {
    const contract = await contractOf({})
    const { id } = await flow([direct(a!), direct(b!)])
    const both = [await person(), await person()]
    const { people, starts } = await previewOf({ ...chosen(both), flow: id })
    expect(starts).toMatchObject([
      { people: 1, refused: 1 },
      { people: 1, refused: 1 },
    ])
    const foreseen = both.map((one) => people.find((line) => line.membership_id === one.id)!.stuck)
    expect(foreseen).toEqual([null, 'contract_limit_reached'])
    await add(id, ...both)
    expect((await Promise.all(both.map(lineOf))).map(({ stuck }) => stuck)).toEqual(foreseen)
    await without(contract)
  })

  it('counts what two courses cost together', async () => {
    const contract = await contractOf({ type: 'courses', participants: null, custom_courses: 1, extra_course_cents: 500 })
    const { id } = await flow([direct(a!), direct(b!)])
    const somebody = await person()
    const { starts } = await previewOf({ ...chosen([somebody]), flow: id })
    const total = (cents: readonly { extra_cents: number }[]) => cents.reduce((sum, { extra_cents: one }) => sum + one, 0)
    expect(total(starts)).toBe(500)
    await add(id, somebody)
    expect(total(await app.asSystem(() => db.from('contracts_uses').where('contract_id', contract).select('extra_cents')))).toBe(500)
    await without(contract)
  })

  const later: RuleDraft = { step: '', type: 'date', on: addDays(today(), 30), mode: 'from' }
  const group = async (...members: TestMember[]): Promise<number> => {
    made += 1
    const { id } = (await supervisor.post('/api/groups/groups', { kind: 'location', name: `Odd place ${made}` })).body.data
    await supervisor.post(`/api/groups/groups/${id}/members`, { members: members.map((member) => member.id) })
    return id
  }

  it('shows who leaves when a group is taken out of the flow, as saving then does', async () => {
    const rules = [{ ...later, step: `c${a}` }, after(b!, a!)]
    const { id, name, updated_at: version } = await flow(rules, { groups: [await group(await person())] })
    const saved = { definition: definition(rules), groups: [], move: true }
    const { people, selection } = await previewOf({ ...saved, flow: id, members: [], emails: [], filter: null })
    expect(people).toEqual([])
    expect(selection).toMatchObject({ comes: { count: 0 }, goes: { count: 1 } })
    const { data } = (await supervisor.put(`${base}/${id}`, { ...saved, name, active: true, updated_at: version })).body
    expect(data.people).toBe(0)
  })

  it.each([
    [false, 0],
    [true, 0],
  ])('leaves out a person of a group who was removed by hand, with "start again" %s', async (again, joins) => {
    const rules = [direct(a!), after(b!, a!)]
    const somebody = await person()
    const groups = [await group(somebody)]
    const { id, name } = await flow(rules, { groups, again })
    const [row] = (await supervisor.get(`/api/flows/people?flow=${id}`)).body.data
    await supervisor.post('/api/flows/people/act', { action: 'flows.leave', ids: [row.id], input: { cancel: true } })
    await app.settle()
    const saved = { definition: definition(rules), groups, again, move: true }
    const { people } = await previewOf({ ...saved, flow: id, members: [], emails: [], filter: null })
    expect(people).toHaveLength(joins)
    const { updated_at: version } = (await supervisor.get(`${base}/${id}`)).body.data
    const { data } = (await supervisor.put(`${base}/${id}`, { ...saved, name, active: true, updated_at: version })).body
    expect(data.busy).toBe(joins)
  })
})
