import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany, type TestMember } from '#core/testing/factories'
import type { DraftDefinition, RuleDraft } from '../contract/definition.js'
import type { DryRun } from '../server/services/dry_run.js'

// Previews of saving a flow and of adding people, compared with what then happens.

const base = '/api/flows/flows'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany
let supervisor: TestClient
/** Three courses for everybody, and one for adults. */
let courses: number[]
let forAdults: number

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  company = await createCompany()
  supervisor = await signInSupervisor(company.loginId)
  const offered: number[] = (await supervisor.get('/api/flows/options')).body.data.courses.map(({ id }: { id: number }) => id)
  const adults = (await app.asSystem(() => db.from('learning_course_versions').where('adults_only', true).distinct('course_id'))).map(
    (row: { course_id: number }) => row.course_id,
  )
  courses = offered.filter((id) => !adults.includes(id))
  forAdults = offered.find((id) => adults.includes(id))!
})

const person = (birthdate: string | null = '1990-05-01') => createParticipant(company.loginId, birthdate ? { birthdate } : {})
const step = (course: number, over: object = {}) => ({ key: `c${course}`, course, due_days: null, optional: false, ...over })
const direct = (course: number): RuleDraft => ({ step: `c${course}`, type: 'direct' })
const after = (course: number, other: number, over: Partial<RuleDraft> = {}): RuleDraft => ({
  ...{ step: `c${course}`, type: 'status', other: `c${other}`, when: 'finished' },
  ...over,
})
/** The first three courses, one after the other. */
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
async function flow(body: object = {}): Promise<{ id: number; name: string; updated_at: string }> {
  made += 1
  const sent = { name: `Previewed ${made}`, active: true, groups: [], definition: definition(), ...body }
  const { status, body: answer } = await supervisor.post(base, sent)
  expect([status, answer.code]).toEqual([201, undefined])
  return answer.data
}
async function group(...members: readonly TestMember[]): Promise<number> {
  made += 1
  const { id } = (await supervisor.post('/api/groups/groups', { kind: 'location', name: `Previewed ${made}` })).body.data
  if (members.length) await supervisor.post(`/api/groups/groups/${id}/members`, { members: members.map((one) => one.id) })
  return id
}
const nobody = { members: [], groups: [], emails: [] }
const add = (id: number, members: readonly TestMember[]) =>
  supervisor.post(`${base}/${id}/people`, { ...nobody, members: members.map((member) => member.id) })
async function dryRun(asked: object): Promise<DryRun> {
  const { status, body } = await supervisor.post('/api/flows/dry-run', { ...nobody, ...asked })
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}
const save = async (id: number, body: object) => {
  const now = (await supervisor.get(`${base}/${id}`)).body.data
  const { status } = await supervisor.put(`${base}/${id}`, {
    ...{ name: now.name, active: now.active, groups: now.groups, definition: now.definition, move: true, updated_at: now.updated_at },
    ...body,
  })
  expect(status).toBe(200)
  await app.settle()
}
/** Moves the due day of a started step, as if it had started earlier. */
async function setDue(round: number, days: number): Promise<void> {
  const { advance } = await import('#plugins/flows/server/services/advance')
  await app.inCompany(company.loginId, () =>
    db.transaction(async (trx) => {
      await trx
        .from('flows_steps')
        .where('person_id', round)
        .update({ due_on: addDays(today(), days) })
      await advance(trx, [round])
    }),
  )
}
const linesOf = async ({ id }: TestMember) => (await supervisor.get(`/api/flows/persons/${id}`)).body.data
const assign = (member: TestMember, course: number, due: string | null = null) =>
  supervisor.post('/api/learning/assignments', { members: [member.id], courses: [course], due_at: due, mandatory: false })
async function act(member: TestMember, course: number, what: 'pass' | 'cancel'): Promise<string> {
  const [own] = await app.asSystem(() => db.from('learning_participations').where({ membership_id: member.id, course_id: course }))
  const { updated_at: version } = (await supervisor.get(`/api/learning/insights/${own.id}`)).body.data
  const { status, body } = await supervisor.post(`/api/learning/insights/${own.id}/acts`, {
    act: what,
    reason: 'Test',
    updated_at: version,
  })
  await app.settle()
  return status === 200 ? 'done' : body.code
}

type Step = DryRun['people'][number]['steps'][number]
const stateOf = ({ step: key, state, reason, due_on: due }: Step) => `${key} ${state} ${reason} ${due}`
/** The state of each step after the run that the preview announces. */
const announced = (line: { steps: Step[] }) =>
  line.steps.map((one) =>
    one.state === 'not_started' && one.reason === 'waits_until' && one.starts_on! <= today()
      ? stateOf({ ...one, state: 'started', reason: 'started' })
      : stateOf(one),
  )

describe('a preview', () => {
  it('shows who would start what, with the mails, and writes nothing', async () => {
    const somebody = await person()
    const seen = await dryRun({ definition: definition(), members: [somebody.id], emails: ['nobody@else.example'] })
    expect(seen.starts).toEqual([expect.objectContaining({ people: 1, extra_cents: 0, refused: 0 })])
    expect(seen.unknown).toEqual(['nobody@else.example'])
    expect(seen.people[0]).toMatchObject({ membership_id: somebody.id, changes: null })
    expect(seen.people[0]!.steps.map(({ reason }) => reason)).toEqual(['waits_until', 'waits_finished', 'waits_finished'])
    expect(seen.mails).toEqual(['started', 'due', 'finished'].map((mail) => ({ mail, sent: true })))
    expect(await linesOf(somebody)).toEqual([])
    expect(await app.asSystem(() => db.from('learning_participations').where('membership_id', somebody.id))).toEqual([])
  })

  it('equals what happens to people who are added, whatever they did before', async () => {
    const [a, b, c] = courses as [number, number, number]
    const [fresh, unknown, young, had, opened, passed, inIt] = [
      ...[await person(), await person(null), await person(addDays(today(), -365 * 17)), await person(), await person(), await person()],
      await person(),
    ] as [TestMember, TestMember, TestMember, TestMember, TestMember, TestMember, TestMember]
    await assign(had, a, addDays(today(), 3))
    await assign(opened, a)
    await app.asSystem(() =>
      db.from('learning_participations').where('membership_id', opened.id).update({ status: 'busy', started_at: new Date() }),
    )
    await assign(passed, a)
    await act(passed, a, 'pass')
    const rules = [direct(a), after(b, a, { when: 'opened' }), direct(c), direct(forAdults)]
    const steps = [step(a, { due_days: 10 }), step(b, { due_days: 5 }), step(c), step(forAdults)]
    const { id } = await flow({ definition: definition({ steps, rules }) })
    await add(id, [inIt])
    const members = [fresh, unknown, young, had, opened, passed, inIt]
    const seen = await dryRun({ flow: id, members: members.map((one) => one.id) })
    expect(seen.people.map(({ membership_id: one }) => one).toSorted()).toEqual(
      members
        .slice(0, -1)
        .map((one) => one.id)
        .toSorted(),
    )
    await add(id, members)
    await app.settle()
    const of = (member: TestMember) => seen.people.find((one) => one.membership_id === member.id)!
    for (const member of members.slice(0, -1)) expect(announced(of(member))).toEqual((await linesOf(member))[0].steps.map(stateOf))
    // Each of these is different, so that the comparison above means something.
    expect(of(unknown).steps[3]!.reason).toBe('birthdate_missing')
    expect(of(young).steps[3]!.reason).toBe('under_age')
    expect(of(had).steps[0]).toMatchObject({ reason: 'had_it_open', due_on: addDays(today(), 3) })
    expect(of(opened).steps[1]).toMatchObject({ reason: 'waits_until', due_on: addDays(today(), 5) })
    expect(of(passed).steps[0]).toMatchObject({ state: 'completed', reason: 'held' })
    const given: { course_id: number; people: number }[] = await app.asSystem(() =>
      db
        .from('learning_participations as p')
        .join('learning_participation_history as h', 'h.participation_id', 'p.id')
        .where('h.action', 'given_in_flow')
        .whereIn(
          'p.membership_id',
          members.slice(0, -1).map((one) => one.id),
        )
        .groupBy('p.course_id')
        .select('p.course_id', db.raw('count(*)::int as people')),
    )
    const countOf = new Map(given.map((row) => [row.course_id, row.people]))
    expect(seen.starts.map(({ people }) => people)).toEqual([a, b, c, forAdults].map((course) => countOf.get(course)))
    expect([...countOf.values()].toSorted()).toEqual([2, 3, 4, 6])
  })

  it.each([false, true])('equals what saving does to people of groups, with "start again" %s', async (again) => {
    const [inIt, finished, fresh, leaves] = [await person(), await person(), await person(), await person()]
    const later = definition({
      rules: definition().rules.with(0, { ...direct(courses[0]!), type: 'date', on: '9999-12-31', mode: 'from' }),
    })
    const [first, second] = [await group(inIt, leaves), await group(inIt, finished, fresh)]
    const { id } = await flow({ groups: [first], definition: later, again })
    await add(id, [finished])
    await app.asSystem(() =>
      db.from('flows_people').where('membership_id', finished.id).update({ finished_on: '2026-01-31', state: 'passed', look_on: null }),
    )
    for (const move of [true, false]) {
      const { selection, people } = await dryRun({ flow: id, definition: later, groups: [second], move, again })
      expect(selection).toMatchObject({ comes: { count: again ? 2 : 1 }, goes: { count: 1 }, stays: 1 })
      expect(people.map((one) => one.membership_id).toSorted()).toEqual(
        [fresh, ...(again ? [finished] : [])].map((one) => one.id).toSorted(),
      )
    }
    await save(id, { groups: [second] })
    const rounds = async (member: TestMember) => (await linesOf(member)).length
    expect([await rounds(inIt), await rounds(finished), await rounds(fresh), await rounds(leaves)]).toEqual([1, again ? 2 : 1, 1, 0])
  })

  it('is made for a flow with a deleted group', async () => {
    const gone = await group()
    const { id } = await flow({ groups: [gone] })
    await supervisor.delete(`/api/groups/groups/${gone}`)
    expect((await dryRun({ flow: id, definition: definition(), groups: [gone] })).people).toEqual([])
  })
})

describe('a preview of a change', () => {
  it('lists the differences for each person in progress, who are moved only on request', async () => {
    const [a, b, c] = courses as [number, number, number]
    const { id } = await flow()
    const [ahead, behind] = [await person(), await person()]
    await add(id, [ahead, behind])
    await act(ahead, a, 'pass')
    const changed = definition({
      steps: [step(a), step(c, { due_days: 10, optional: true }), step(forAdults)],
      rules: [direct(a), after(c, a, { type: 'relative', days: 7 }), direct(forAdults)],
    })
    const seen = await dryRun({ flow: id, definition: changed })
    const changesOf = (member: TestMember, { people }: DryRun = seen) =>
      people.find((one) => one.membership_id === member.id)?.changes?.map(({ now, before }) => [now, before])
    const day = (days: number) =>
      new Intl.DateTimeFormat('nl', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${addDays(today(), days)}T00:00:00Z`),
      )
    const common = [
      ['Afronden binnen 10 dagen na de start.', null],
      ['Telt mee als: vrijwillig.', null],
      [`Komt erbij. Start op ${day(0)}.`, null],
    ]
    const names = new Map(seen.people[0]!.steps.map(({ step: key, course }) => [key, course]))
    const [nameOfA, nameOfB] = [names.get(`c${a}`), (await linesOf(ahead))[0].steps[1].course]
    expect(changesOf(ahead)).toEqual([
      ['Hoort niet meer bij de flow, maar blijft openstaan.', null],
      [`Start op ${day(7)}.`, `Wacht tot "${nameOfB}" is gehaald.`],
      ...common,
    ])
    expect(changesOf(behind)).toEqual([
      ['Vervalt.', null],
      [`Wacht tot "${nameOfA}" is gehaald.`, `Wacht tot "${nameOfB}" is gehaald.`],
      ...common,
    ])
    expect(await dryRun({ flow: id, definition: changed, move: false })).toMatchObject({ people: [], unchanged: 0, starts: [] })
    expect(await dryRun({ flow: id, definition: definition() })).toMatchObject({ people: [], unchanged: 2, starts: [] })
    await save(id, { definition: changed, move: false })
    expect((await linesOf(ahead))[0].steps.map(({ step: key }: Step) => key)).toEqual([`c${a}`, `c${b}`, `c${c}`])
    await save(id, { definition: { ...changed, expired: 'skip' } })
    for (const member of [ahead, behind])
      expect(announced(seen.people.find((one) => one.membership_id === member.id)!)).toEqual((await linesOf(member))[0].steps.map(stateOf))
  })

  it('is true about a removed step: its course stays open, no longer belongs to the flow and makes nobody late', async () => {
    const [a, b, c] = courses as [number, number, number]
    const { id } = await flow({ definition: definition({ steps: [step(a, { due_days: 5 }), step(b), step(c)] }) })
    const somebody = await person()
    await add(id, [somebody])
    const [{ id: round }] = await linesOf(somebody)
    await setDue(round, -1)
    const late = async () => (await supervisor.get('/api/flows/numbers?period=30')).body.data.late as number
    const before = await late()
    expect(await act(somebody, a, 'cancel')).toBe('part_of_flow')
    await save(id, { definition: definition({ steps: [step(b), step(c)], rules: [direct(b), after(c, b)] }) })
    expect(await late()).toBe(before - 1)
    expect(await act(somebody, a, 'cancel')).toBe('done')
  })
})
