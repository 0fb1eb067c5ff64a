import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs, signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany, type TestMember } from '#core/testing/factories'
import { untilBlocked } from '#core/testing/locks'

// What happens to people in the middle of a flow when something around them changes, also concurrently.

const base = '/api/flows/flows'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany
let other: TestCompany
let supervisor: TestClient
let elsewhere: TestClient
let admin: TestClient
let courses: number[]

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  company = await createCompany()
  other = await createCompany()
  supervisor = await signInSupervisor(company.loginId)
  elsewhere = await signInSupervisor(other.loginId)
  admin = await signInAs('admin@platform.example')
  courses = (await supervisor.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
})

const person = () => createParticipant(company.loginId, { birthdate: '1990-05-01' })
const step = (course: number, over: object = {}) => ({ key: `c${course}`, course, due_days: null, optional: false, ...over })
let made = 0
/** The first two courses, the second after the first. */
async function flow(over: object = {}): Promise<{ id: number; name: string; definition: object; updated_at: string }> {
  made += 1
  const [a, b] = courses as [number, number]
  const definition = {
    steps: [step(a, over), step(b)],
    rules: [
      { step: `c${a}`, type: 'direct' },
      { step: `c${b}`, type: 'status', other: `c${a}`, when: 'finished' },
    ],
    ...{ finish: null, expired: 'restart', skip_held: false, repeat_months: null },
  }
  const { status, body } = await supervisor.post(base, { name: `Half way ${made}`, active: true, groups: [], definition })
  expect([status, body.code]).toEqual([201, undefined])
  return body.data
}
const add = (id: number, members: readonly TestMember[]) =>
  supervisor.post(`${base}/${id}/people`, { members: members.map((member) => member.id), groups: [], emails: [] })
interface Line {
  id: number
  state: string
  stuck: string | null
  steps: { state: string; reason: string }[]
}
const linesOf = async ({ id }: Pick<TestMember, 'id'>): Promise<Line[]> => (await supervisor.get(`/api/flows/persons/${id}`)).body.data
const statesOf = (line: Line | undefined) => line?.steps.map(({ state, reason }) => `${state} ${reason}`)
const rowsOf = (table: string, members: readonly Pick<TestMember, 'id'>[]) =>
  app.asSystem(() =>
    db
      .from(table)
      .whereIn(
        'membership_id',
        members.map(({ id }) => id),
      )
      .orderBy('id'),
  )
const coursesOf = (...members: readonly Pick<TestMember, 'id'>[]) => rowsOf('learning_participations', members)
/** Changes a course of theirs, as a supervisor does. @returns the code of an error */
async function act(client: TestClient, participation: number, what: 'pass' | 'cancel'): Promise<string> {
  const { updated_at: version } = (await client.get(`/api/learning/insights/${participation}`)).body.data
  const { status, body } = await client.post(`/api/learning/insights/${participation}/acts`, {
    act: what,
    reason: 'Test',
    updated_at: version,
  })
  await app.settle()
  return status === 200 ? 'done' : body.code
}
const look = async () => {
  const { updateFlows } = await import('#plugins/flows/server/services/clock')
  await app.inCompany(company.loginId, updateFlows)
}

/** People in the flow who were not advanced yet. */
const waiting = async (id: number, count: number) => {
  const people: TestMember[] = []
  for (let i = 0; i < count; i++) people.push(await person())
  await app.asSystem(() =>
    db.table('flows_people').multiInsert(
      people.map((one) => ({
        ...{ company_id: company.id, flow_id: id, membership_id: one.id, version: 1, origin: 'hand' },
        ...{ joined_on: today(), look_on: today() },
      })),
    ),
  )
  return people
}

describe('a person', () => {
  it('who is erased leaves nothing in the flow, and nobody else is affected', async () => {
    const { id } = await flow()
    const [gone, stays] = [await person(), await person()]
    await add(id, [gone, stays])
    const { erasePerson } = await import('#core/privacy/person')
    await erasePerson({ companyId: company.id, membershipId: gone.id }, null)
    await look()
    await app.settle()
    expect(await rowsOf('flows_people', [gone])).toEqual([])
    expect(await rowsOf('flows_history', [gone])).toEqual([])
    expect(statesOf((await linesOf(stays))[0])).toEqual(['started started', 'not_started waits_finished'])
    expect((await supervisor.get(`${base}/${id}`)).body.data).toMatchObject({ people: 1, busy: 1, stuck: 0 })
  })

  it('who moves to another company takes the course along, and no flow blocks its cancellation there', async () => {
    const { id } = await flow()
    const mover = await person()
    await add(id, [mover])
    const [{ id: before }] = await coursesOf(mover)
    expect(await act(supervisor, before, 'cancel')).toBe('part_of_flow')
    const path = `/api/people/participants/${mover.id}/move`
    const { version } = (await admin.get(`${path}?company=${other.id}`)).body.data
    const moved = await admin.post(path, { company: other.id, version, confirm: mover.email })
    expect(moved.status).toBe(200)
    await app.settle()
    await look()
    expect(await rowsOf('flows_people', [mover])).toEqual([])
    const [there] = await app.asSystem(() =>
      db
        .from('core_memberships as m')
        .join('learning_participations as p', 'p.membership_id', 'm.id')
        .where({ 'm.user_id': mover.userId, 'm.company_id': other.id })
        .select('p.id', 'p.status'),
    )
    expect(there.status).toBe('registered')
    expect(await act(elsewhere, there.id, 'cancel')).toBe('done')
  })

  it('with two merged accounts is in the flow once, with the more advanced round', async () => {
    const { id } = await flow()
    const [kept, gone] = [await person(), await person()]
    await add(id, [kept, gone])
    const further = (await coursesOf(gone))[0].id
    expect(await act(supervisor, further, 'pass')).toBe('done')
    const path = `/api/people/participants/${kept.id}/merge`
    const { version } = (await admin.get(`${path}?email=${encodeURIComponent(gone.email)}`)).body.data
    expect((await admin.post(path, { email: gone.email, version, confirm: gone.email })).status).toBe(200)
    await app.settle()
    const lines = await linesOf(kept)
    expect(lines).toHaveLength(1)
    expect(statesOf(lines[0])).toEqual(['passed done', 'started started'])
    expect(lines[0]!.stuck).toBeNull()
  })

  it('continues with the open course when learning keeps the one of the other account', async () => {
    const { id } = await flow()
    const [kept, gone] = [await person(), await person()]
    // The older participation belongs to the account that goes; it is further along, so learning keeps it.
    await supervisor.post('/api/learning/assignments', { members: [gone.id], courses: [courses[0]], due_at: null, mandatory: false })
    await app.asSystem(() =>
      db
        .from('learning_participations')
        .where('membership_id', gone.id)
        .update({ status: 'busy', progress: 60, language: 'nl', started_at: new Date() }),
    )
    await add(id, [kept])
    const path = `/api/people/participants/${kept.id}/merge`
    const { version } = (await admin.get(`${path}?email=${encodeURIComponent(gone.email)}`)).body.data
    expect((await admin.post(path, { email: gone.email, version, confirm: gone.email })).status).toBe(200)
    await app.settle()
    expect(statesOf((await linesOf(kept))[0])).toEqual(['busy started', 'not_started waits_finished'])
  })

  it('can have a course cancelled while flows are switched off', async () => {
    const { id } = await flow()
    const somebody = await person()
    await add(id, [somebody])
    const [{ id: course }] = await coursesOf(somebody)
    expect(await act(supervisor, course, 'cancel')).toBe('part_of_flow')
    await app.withoutPlugin(company.loginId, 'flows', async () => expect(await act(supervisor, course, 'cancel')).toBe('done'))
  })
})

describe('a course', () => {
  it('is given to as many people as the contract allows, and to the others when it allows more', async () => {
    const [course] = courses as [number]
    const contract = {
      ...{ company: company.id, name: 'Two', email: 'contract@test.example', order_number: null, type: 'participants', participants: 2 },
      ...{ starts_on: addDays(today(), -5), ends_on: addDays(today(), 200), custom_courses: null, courses: [course] },
      ...{ extra_participant_cents: null, extra_course_cents: null, only_started: false },
    }
    const { status, body } = await admin.post('/api/contracts/contracts', contract)
    expect(status).toBe(201)
    const { id } = await flow({ due_days: 10 })
    const people = [await person(), await person(), await person()]
    expect((await add(id, people)).body.data.joined).toBe(3)
    const states = async () => (await Promise.all(people.map(async (one) => statesOf((await linesOf(one))[0])![0]))).toSorted()
    expect(await states()).toEqual(['not_started contract_limit_reached', 'started started', 'started started'])
    expect((await coursesOf(...people)).map((row) => [row.due_at, row.mandatory, row.source])).toEqual(
      Array(2).fill([addDays(today(), 10), true, 'flow']),
    )
    const { company: _company, ...change } = { ...contract, participants: 3, updated_at: body.data.updated_at }
    expect((await admin.put(`/api/contracts/contracts/${body.data.id}`, change)).status).toBe(200)
    await app.asSystem(() => db.from('flows_people').where('flow_id', id).update({ look_on: today() }))
    await Promise.all([look(), look()])
    expect(await states()).toEqual(Array(3).fill('started started'))
    expect(await coursesOf(...people)).toHaveLength(3)
    await app.asSystem(() => db.from('contracts_contracts').where('id', body.data.id).delete())
  })

  it('that is withdrawn makes people wait with that reason, until it is offered again', async () => {
    const { id } = await flow()
    const somebody = await person()
    const offer = (status: string) => app.asSystem(() => db.from('learning_courses').where('id', courses[1]!).update({ status }))
    await add(id, [somebody])
    const { status: was } = await app.asSystem(() => db.from('learning_courses').where('id', courses[1]!).firstOrFail())
    await offer('building')
    try {
      expect(await act(supervisor, (await coursesOf(somebody))[0].id, 'pass')).toBe('done')
      expect((await linesOf(somebody))[0]).toMatchObject({ stuck: 'course_unavailable' })
      expect((await linesOf(somebody))[0]!.steps[1]).toMatchObject({ state: 'not_started', reason: 'course_unavailable' })
    } finally {
      await offer(was)
    }
    await app.asSystem(() => db.from('flows_people').where('flow_id', id).update({ look_on: today() }))
    await look()
    expect(statesOf((await linesOf(somebody))[0])![1]).toBe('started started')
  })

  it('for adults waits for the birthdate, and until the person is 18', async () => {
    const adults = (await app.asSystem(() => db.from('learning_course_versions').where('adults_only', true).distinct('course_id'))).map(
      (row: { course_id: number }) => row.course_id,
    )
    const [first, second] = [courses.find((id) => adults.includes(id))!, courses.find((id) => !adults.includes(id))!]
    const definition = {
      steps: [step(first), step(second)],
      rules: [first, second].map((course) => ({ step: `c${course}`, type: 'direct' })),
      ...{ finish: null, expired: 'restart', skip_held: false, repeat_months: null },
    }
    const { id } = (await supervisor.post(base, { name: 'Adults', active: true, groups: [], definition })).body.data
    const unknown = await createParticipant(company.loginId)
    const young = await createParticipant(company.loginId, { birthdate: addDays(today(), -365 * 17) })
    await add(id, [unknown, young])
    expect(statesOf((await linesOf(unknown))[0])).toEqual(['not_started birthdate_missing', 'started started'])
    expect((await linesOf(young))[0]).toMatchObject({ stuck: 'under_age' })
    await app.asSystem(() => db.from('core_users').where('id', unknown.userId).update({ birthdate: '1990-05-01' }))
    // The next run of the clock, not only the one of the next day.
    await look()
    expect((await linesOf(unknown))[0]).toMatchObject({ stuck: null, steps: [{ reason: 'started' }, {}] })
    await app.asSystem(() => db.from('flows_people').where('flow_id', id).update({ look_on: today() }))
    await look()
    expect((await linesOf(young))[0]).toMatchObject({ stuck: 'under_age' })
  })

  it('that the person had open gets the due date of the step, with a line in its history', async () => {
    const [course] = courses as [number]
    const somebody = await person()
    await supervisor.post('/api/learning/assignments', { members: [somebody.id], courses: [course], due_at: null, mandatory: false })
    const { id, name } = await flow({ due_days: 7 })
    await add(id, [somebody])
    const [own] = await coursesOf(somebody)
    expect(own.due_at).toBe(addDays(today(), 7))
    const { history } = (await supervisor.get(`/api/learning/insights/${own.id}`)).body.data
    expect(history[0]).toMatchObject({ action: 'due_changed', reason: name, details: { due_at: addDays(today(), 7) } })
  })

  it('that the person had open keeps its own due date, also in the flow', async () => {
    const [course] = courses as [number]
    const somebody = await person()
    const due = addDays(today(), 3)
    await supervisor.post('/api/learning/assignments', { members: [somebody.id], courses: [course], due_at: due, mandatory: false })
    const { id } = await flow({ due_days: 30 })
    await add(id, [somebody])
    expect((await coursesOf(somebody))[0].due_at).toBe(due)
    const [line] = (await supervisor.get(`/api/flows/persons/${somebody.id}`)).body.data
    expect(line.steps[0]).toMatchObject({ reason: 'had_it_open', due_on: due })
  })
})

describe('concurrency', () => {
  it('starts each step once with three schedulers', async () => {
    const { id } = await flow()
    const people = await waiting(id, 12)
    await Promise.all([look(), look(), look()])
    await app.settle()
    expect((await coursesOf(...people)).map((row) => row.membership_id)).toEqual(people.map((one) => one.id))
    const mails = await rowsOf('core_mail_outbox', people)
    expect(mails.map((mail) => [mail.trigger, mail.membership_id])).toEqual(people.map((one) => ['flows.mail.step_started', one.id]))
  })

  it('leaves nobody with an unstarted course when a flow is deleted while its step starts', async () => {
    const { id } = await flow()
    const people = await waiting(id, 5)
    // The run that starts the step is blocked in the middle, because the people's rows are locked.
    const holding = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const held = app.asSystem(() =>
      db.transaction(async (trx) => {
        await trx.from('flows_people').where('flow_id', id).forUpdate().select('id')
        holding.resolve()
        await release.promise
      }),
    )
    await holding.promise
    const starting = look()
    await untilBlocked(app)
    const removing = supervisor.delete(`${base}/${id}`)
    await untilBlocked(app, { many: 2 })
    release.resolve()
    await Promise.all([held, starting])
    expect((await removing).status).toBe(200)
    await app.settle()
    expect((await coursesOf(...people)).filter(({ status }) => status !== 'cancelled')).toEqual([])
    expect(await rowsOf('flows_people', people)).toEqual([])
  })
})

describe('an inactive flow', () => {
  it('gives the clock no work, and its people are advanced when it is activated', async () => {
    const { id, name, definition, updated_at: version } = await flow()
    const people = await waiting(id, 1)
    const turn = (active: boolean, updated: string) =>
      supervisor.put(`${base}/${id}`, { name, groups: [], definition, active, move: false, updated_at: updated })
    const off = await turn(false, version)
    await app.asSystem(() => db.from('flows_people').update({ look_on: null }).whereNot('flow_id', id))
    await app.asSystem(() => db.from('flows_people').where('flow_id', id).update({ look_on: today() }))
    const { default: plugin } = await import('#plugins/flows/plugin')
    const clock = plugin.jobs!.find((job) => job.name === 'flows.clock')!.schedule as { due: string }
    const dueCompanies = async () =>
      (await app.asSystem(() => db.rawQuery(clock.due))).rows.map((row: { company_id: number }) => row.company_id)
    expect(await dueCompanies()).not.toContain(company.id)
    expect((await turn(true, off.body.data.updated_at)).status).toBe(200)
    expect(await coursesOf(...people)).toHaveLength(1)
  })
})
