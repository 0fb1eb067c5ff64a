import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, type Day, today } from '#core/kit/days'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { examsService } from '#plugins/exams/contract/index'
import { createParticipant, type TestMember } from '#core/testing/factories'

// The requirements of a project: on the proof page, for a crew on a day, and their retention.

const COMPANY = 'noordwind'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient
let instruction: number
let vca: number
let made = 0

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs(`beheerder@${COMPANY}.example`)
  other = await signInAs('beheerder@bouwmeester.example')
  const course = (shortname: string) =>
    app.inCompany(COMPANY, async () => (await db.from('learning_courses').where('shortname', shortname).firstOrFail()).id as number)
  instruction = await course('aan-de-poort')
  vca = await course('vca-basis')
})

const body = (more: object = {}) => {
  made += 1
  return { name: `Kade ${made}`, course_ids: [instruction], valid_for: 12, valid_unit: 'months', ...more }
}
const create = async (more: object = {}) => {
  const answer = await supervisor.post('/api/direct_access/companies/0/projects', body(more))
  expect(answer.status).toBe(201)
  return answer.body.data.entrance
}
const change = async (id: number, more: object, client = supervisor) => {
  const { name, course_ids, valid_for, valid_unit, updated_at } = (await supervisor.get(`/api/direct_access/entrances/${id}`)).body.data
    .entrance
  return client.put(`/api/direct_access/entrances/${id}`, { is_open: true, name, course_ids, valid_for, valid_unit, updated_at, ...more })
}
async function skill(more: object = {}): Promise<{ id: number; name: string }> {
  made += 1
  const name = `Bewijs ${made}`
  const sent = { name, text: '', valid_months: null, courses: [], externals: [name], everybody: false, groups: [], ...more }
  return (await supervisor.post('/api/skills/skills', sent)).body.data
}
const gives = async (member: TestMember, name: string, until: Day | null) => {
  await supervisor.post('/api/external_courses/courses', { name, membership_id: member.id, status: 'passed', valid_until: until })
  await app.settle()
}
/** As if they had done the instruction. @returns the token of their proof */
async function instructed(project: number, member: TestMember, until: Day | null = addDays(today(), 300)): Promise<string> {
  made += 1
  const token = `requirements-proof-${made}`
  await app.inCompany(COMPANY, async () => {
    const { company_id } = await db.from('direct_access_entrances').where('id', project).firstOrFail()
    const visit = { company_id, entrance_id: project, membership_id: member.id, course_id: instruction, course_name: '{}', token }
    await db.table('direct_access_visits').insert({ ...visit, done_at: new Date(), valid_until: until })
  })
  return token
}
const crew = async (id: number, asked: object, client = supervisor) =>
  client.post(`/api/direct_access/entrances/${id}/crew`, { day: addDays(today(), 1), members: [], typed: '', ...asked })

describe('the requirements of a project', () => {
  it('are stored, changed, and refused when the company does not have the skill', async () => {
    const [a, b] = [await skill(), await skill()]
    const project = await create({ skill_ids: [a.id], ends_on: '2027-06-30', erase_months: 3 })
    expect(project).toMatchObject({ skill_ids: [a.id], ends_on: '2027-06-30', erase_months: 3 })
    // Omitted fields do not change.
    expect((await change(project.id, {})).body.data.entrance).toMatchObject({ skill_ids: [a.id], ends_on: '2027-06-30', erase_months: 3 })
    expect((await change(project.id, { skill_ids: [b.id], ends_on: null })).body.data.entrance).toMatchObject({
      ...{ skill_ids: [b.id], ends_on: null, erase_months: null },
    })
    const theirs = (await other.post('/api/skills/skills', { ...skillBody, name: 'Van een ander' })).body.data
    for (const answer of [
      await supervisor.post('/api/direct_access/companies/0/projects', body({ skill_ids: [theirs.id] })),
      await change(project.id, { skill_ids: [theirs.id] }),
    ])
      expect([answer.status, answer.body.errors[0]]).toEqual([422, expect.objectContaining({ field: 'skill_ids', rule: 'enum' })])
    expect((await change(project.id, { skill_ids: [] }, other)).status).toBe(404)
  })

  it('are on the proof page, each with whether it is met and until when', async () => {
    const [has, ended, misses] = [await skill(), await skill(), await skill()]
    const project = await create({ skill_ids: [has.id, ended.id, misses.id], ends_on: '2030-06-30', erase_months: 6 })
    const member = await createParticipant(COMPANY)
    await gives(member, has.name, addDays(today(), 20))
    await gives(member, ended.name, addDays(today(), -2))
    const token = await instructed(project.id, member)
    const { data } = (await app.visitor().get(`/api/direct_access/proofs/${token}`)).body
    expect(data.checks).toEqual([
      { kind: 'instruction', skill: null, name: null, ok: true, until: addDays(today(), 300) },
      { kind: 'skill', skill: has.id, name: has.name, ok: true, until: addDays(today(), 20) },
      { kind: 'skill', skill: ended.id, name: ended.name, ok: false, until: addDays(today(), -2) },
      { kind: 'skill', skill: misses.id, name: misses.name, ok: false, until: null },
    ])
    // Six months after its last day the data still exists.
    expect(data.erased_on).toBe('2030-12-31')
  })
})

describe('the list at the gate', () => {
  it('counts the people with a valid instruction who lack something', async () => {
    const needed = await skill()
    const project = await create({ skill_ids: [needed.id] })
    const [ready, lacks, former] = [await createParticipant(COMPANY), await createParticipant(COMPANY), await createParticipant(COMPANY)]
    await gives(ready, needed.name, null)
    for (const member of [ready, lacks]) await instructed(project.id, member)
    await instructed(project.id, former, addDays(today(), -1))
    const shown = async (id: number) => (await supervisor.get(`/api/direct_access/entrances/${id}`)).body.data
    expect(await shown(project.id)).toMatchObject({ lacking: 1, entrance: { counts: { done: 2 } } })
    expect((await shown((await create()).id)).lacking).toBeNull()
  })

  it('names what each person lacks today, also in its file, for an admin and for the person', async () => {
    const [needed, held] = [await skill(), await skill()]
    const project = await create({ skill_ids: [needed.id, held.id] })
    const [ready, ended] = [await createParticipant(COMPANY), await createParticipant(COMPANY)]
    const none = await createParticipant(COMPANY, { signsIn: true })
    for (const member of [ready, ended]) await gives(member, held.name, null)
    await gives(ready, needed.name, null)
    await gives(ended, needed.name, addDays(today(), -1))
    for (const member of [ready, ended, none]) await instructed(project.id, member)
    const lacking = async (client: TestClient) =>
      Object.fromEntries(
        (await client.get(`/api/direct_access/visits?entrance=${project.id}`)).body.data.map(
          (row: { membership_id: number; status: string; lacks: string[] }) => [row.membership_id, row.lacks.toSorted()],
        ),
      )
    const expected = { [ready.id]: [], [ended.id]: [needed.name], [none.id]: [needed.name, held.name].toSorted() }
    expect(await lacking(supervisor)).toEqual(expected)
    expect(await lacking(await signInAs('admin@platform.example'))).toEqual(expected)
    const file = await supervisor.post('/api/direct_access/visits/export', { format: 'csv', filter: `entrance=${project.id}` })
    expect([file.status, String(file.body).includes(needed.name)]).toEqual([200, true])
    const own = (await (await signInAs(none.email, undefined, COMPANY)).get('/api/direct_access/mine')).body.data
    expect(own[0].lacks).toHaveLength(2)
  })
})

const skillBody = { text: '', valid_months: null, courses: [], externals: ['x'], everybody: false, groups: [] }

describe('a crew', () => {
  it('has at most two hundred lines, and people are found by name or address', async () => {
    const project = await create()
    const member = await createParticipant(COMPANY)
    const lines = (many: number) => Array.from({ length: many }, (_, at) => `Niemand ${at}`).join('\n')
    const refused = await crew(project.id, { typed: lines(201) })
    expect([refused.status, refused.body.errors[0]]).toEqual([422, expect.objectContaining({ field: 'typed', rule: 'too_many' })])
    const { body } = await crew(project.id, { typed: `${lines(198)}\n${member.email.toUpperCase()}` })
    expect(body.data.people.map(({ id }: { id: number }) => id)).toEqual([member.id])
    expect(body.data.unknown).toHaveLength(198)
  })

  it('shows who meets all requirements on a day and who lacks what', async () => {
    const needed = await skill()
    const project = await create({ skill_ids: [needed.id] })
    const [ready, soon, none] = [await createParticipant(COMPANY), await createParticipant(COMPANY), await createParticipant(COMPANY)]
    await gives(ready, needed.name, null)
    await gives(soon, needed.name, today())
    for (const member of [ready, soon]) await instructed(project.id, member)
    const members = [ready, soon, none].map(({ id }) => id)
    const standing = async (day: Day) =>
      new Map((await crew(project.id, { members, day })).body.data.people.map((one: { id: number; ready: boolean }) => [one.id, one.ready]))
    expect(await standing(today())).toEqual(
      new Map([
        [ready.id, true],
        [soon.id, true],
        [none.id, false],
      ]),
    )
    // One skill has expired by tomorrow.
    expect(await standing(addDays(today(), 1))).toEqual(
      new Map([
        [ready.id, true],
        [soon.id, false],
        [none.id, false],
      ]),
    )
    const { ways } = (await crew(project.id, { members })).body.data
    expect(ways).toEqual([
      expect.objectContaining({ skill: needed.id, members: expect.arrayContaining([soon.id, none.id]), seat: null, course: null }),
    ])
  })

  it('is pasted by address or name in any script; reports unknown people and shared names', async () => {
    const project = await create()
    const one = await createParticipant(COMPANY, { firstname: 'Željko', lastname: 'Čović' })
    const two = await createParticipant(COMPANY, { firstname: 'Łukasz', lastname: 'Poortman' })
    for (const _twice of [1, 2]) await createParticipant(COMPANY, { firstname: 'Jan', lastname: 'Dubbelganger' })
    const typed = `zeljko covic\n${two.email.toUpperCase()},\n\nJan Dubbelganger\nNiemand Hier`
    const { data } = (await crew(project.id, { typed })).body
    expect(data.people.map(({ id }: { id: number }) => id).sort()).toEqual([one.id, two.id].sort())
    expect([data.several, data.unknown]).toEqual([['Jan Dubbelganger'], ['Niemand Hier']])
  })

  it('gets the soonest exam with seats for all who lack a skill, and the course that gives it', async () => {
    const [byExam, byCourse] = [await skill({ exam_course: vca }), await skill({ courses: [vca], externals: [] })]
    const project = await create({ skill_ids: [byExam.id, byCourse.id] })
    const members = [(await createParticipant(COMPANY)).id, (await createParticipant(COMPANY)).id]
    const { serviceOf } = await import('#core/kit/services')
    const moments = await app.inCompany(COMPANY, async () => (await serviceOf(examsService))!.moments({ courseId: vca }))
    const soonest = moments.find(({ seatsLeft }) => seatsLeft >= 2)!
    const { ways } = (await crew(project.id, { members, day: addDays(today(), 90) })).body.data
    const wayTo = (id: number) => ways.find((way: { skill: number }) => way.skill === id)
    expect(wayTo(byExam.id).seat).toMatchObject({ course: vca, moment: soonest.id, starts_at: soonest.startsAt, late: false })
    // For a crew of tomorrow an exam next week is too late, and the page says so.
    const tomorrow = (await crew(project.id, { members, day: addDays(today(), 1) })).body.data.ways
    expect(tomorrow[0].seat).toMatchObject({ moment: soonest.id, late: today(DateTime.fromISO(soonest.startsAt)) > today() })
    expect(wayTo(byCourse.id)).toMatchObject({ seat: null, course: { id: vca } })
    // The exams service also says that the same seat can be held for them.
    expect(soonest.seatsLeft).toBeGreaterThanOrEqual(members.length)
  })

  it('is limited to one company: projects and people of others are not found', async () => {
    const project = await create()
    const stranger = await createParticipant('bouwmeester')
    expect((await crew(project.id, {}, other)).status).toBe(404)
    expect((await crew(project.id, { members: [stranger.id] })).status).toBe(404)
    expect((await crew(project.id, { typed: stranger.email })).body.data).toMatchObject({ people: [], unknown: [stranger.email] })
    expect((await crew(project.id, { day: 'morgen' })).status).toBe(422)
    const links = (await supervisor.get('/api/direct_access/companies/0/entrances')).body.data.links
    expect((await crew(links[0].id, {})).status).toBe(404)
  })
})

describe('the data about visitors', () => {
  it('is erased the configured number of months after the end of its project, and of no other', async () => {
    const member = await createParticipant(COMPANY)
    const ended = await create({ ends_on: '2026-01-31', erase_months: 1 })
    const kept = await create({ ends_on: '2026-01-31' })
    const tokens = [await instructed(ended.id, member), await instructed(kept.id, member)]
    const { eraseEnded } = await import('#plugins/direct_access/server/services/requirements')
    const left = async () =>
      (await app.asSystem(() => db.from('direct_access_visits').whereIn('token', tokens).select('token'))).map(({ token }) => token).sort()
    await app.inCompany(COMPANY, () => eraseEnded('2026-02-28'))
    expect(await left()).toEqual([...tokens].sort())
    await app.inCompany('bouwmeester', () => eraseEnded('2026-03-01'))
    expect(await left()).toEqual([...tokens].sort())
    await app.inCompany(COMPANY, () => eraseEnded('2026-03-01'))
    expect(await left()).toEqual([tokens[1]])
  })
})
