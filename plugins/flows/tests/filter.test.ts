import { beforeAll, describe, expect, it } from 'vitest'
import { signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany, type TestMember } from '#core/testing/factories'

// People who are added to a flow and removed from it by a filter over the list of people.

const base = '/api/flows/flows'
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

const definition = (first: object = { type: 'direct' }) => ({
  steps: ['a', 'b'].map((key, index) => ({ key, course: courses[index]!, due_days: null, optional: false })),
  rules: [
    { step: 'a', ...first },
    { step: 'b', type: 'status', other: 'a', when: 'finished' },
  ],
  ...{ finish: null, expired: 'restart', skip_held: false, repeat_months: null },
})
const LATER = { type: 'date', on: '9999-12-31', mode: 'from' }
/** A group for each test, and a filter that matches its people. */
async function group(...members: TestMember[]): Promise<{ id: number; filter: string }> {
  made += 1
  const { id } = (await supervisor.post('/api/groups/groups', { kind: 'location', name: `Location ${made}` })).body.data
  if (members.length) await supervisor.post(`/api/groups/groups/${id}/members`, { members: members.map((one) => one.id) })
  return { id, filter: `groups_group=${id}&sort=-name&per_page=50` }
}
const flow = (filter: string | null, over: object = {}) =>
  supervisor.post(base, {
    name: `Filtered ${made}`,
    active: true,
    groups: [],
    definition: definition(),
    filter,
    filter_name: 'Here',
    ...over,
  })
const join = (id: number, member: TestMember) => supervisor.post(`/api/groups/groups/${id}/members`, { members: [member.id] })
async function leave(id: number, member: TestMember) {
  await supervisor.post('/api/groups/members/act', { action: 'groups.leave', ids: [member.id], input: { group: id } })
  await app.settle()
}
async function look() {
  const { updateFlows } = await import('#plugins/flows/server/services/clock')
  await app.inCompany(company.loginId, updateFlows)
  await app.settle()
}
const roundsOf = ({ id }: TestMember) => app.asSystem(() => db.from('flows_people').where('membership_id', id).orderBy('round'))
const person = () => createParticipant(company.loginId, { birthdate: '1990-05-01' })

describe('a filter', () => {
  it('adds the people it matches, follows changes, and removes only people who have not started', async () => {
    const [early, late] = [await person(), await person()]
    const there = await group(early)
    const { body } = await flow(there.filter, { definition: definition(LATER) })
    // Sorting and paging of the list are not part of the filter.
    expect(body.data).toMatchObject({ filter: `groups_group=${there.id}`, filter_name: 'Here', again: false, people: 1 })
    expect((await roundsOf(early)).map(({ origin }) => origin)).toEqual(['filter'])
    await join(there.id, late)
    await look()
    expect(await roundsOf(late)).toHaveLength(1)
    await leave(there.id, early)
    await look()
    expect(await roundsOf(early)).toEqual([])
    const begun = await person()
    await join(there.id, begun)
    const { updated_at: version } = (await supervisor.get(`${base}/${body.data.id}`)).body.data
    const direct = { name: `Filtered ${made}`, active: true, groups: [], definition: definition(), move: true, updated_at: version }
    // An omitted filter does not change.
    expect((await supervisor.put(`${base}/${body.data.id}`, direct)).body.data.filter).toBe(`groups_group=${there.id}`)
    await leave(there.id, begun)
    await look()
    expect(await roundsOf(begun)).toMatchObject([{ state: 'started', removed_at: null }])
  })

  it('previews who is added and removed before saving, and changes nothing', async () => {
    const [stays, comes, goes] = [await person(), await person(), await person()]
    const first = await group(stays, goes)
    const second = await group(stays, comes)
    const { id } = (await flow(first.filter, { definition: definition(LATER) })).body.data
    const asked = { flow: id, definition: definition(LATER), members: [], groups: [], emails: [], filter: second.filter }
    const { selection, people } = (await supervisor.post('/api/flows/dry-run', asked)).body.data
    expect(selection).toMatchObject({ comes: { count: 1 }, goes: { count: 1 }, stays: 1 })
    expect(selection.goes.names).toEqual([expect.stringContaining('Person')])
    expect(people.map((line: { membership_id: number }) => line.membership_id)).toContain(comes.id)
    expect(await roundsOf(comes)).toEqual([])
    expect(await roundsOf(goes)).toHaveLength(1)
  })

  it.each([
    [false, 1],
    [true, 2],
  ])('with "start again" %s gives a person who finished, left and matched again %s rounds', async (again, rounds) => {
    const somebody = await person()
    const there = await group(somebody)
    await flow(there.filter, { again })
    await app.asSystem(() =>
      db.from('flows_people').where('membership_id', somebody.id).update({ finished_on: '2026-01-31', state: 'passed', look_on: null }),
    )
    // They still match, so they are not matching again.
    await look()
    expect(await roundsOf(somebody)).toHaveLength(1)
    await leave(there.id, somebody)
    await look()
    await join(there.id, somebody)
    await look()
    await look()
    expect(await roundsOf(somebody)).toHaveLength(rounds)
  })

  it('leaves out a person who was removed by hand while they still match', async () => {
    const somebody = await person()
    const there = await group(somebody)
    const { id } = (await flow(there.filter, { again: true })).body.data
    const [{ id: row }] = (await supervisor.get(`/api/flows/people?flow=${id}`)).body.data
    await supervisor.post('/api/flows/people/act', { action: 'flows.leave', ids: [row], input: { cancel: true } })
    await app.settle()
    await look()
    expect(await roundsOf(somebody)).toMatchObject([{ removed_at: expect.any(Date) }])
  })

  it('is refused when the list does not know it', async () => {
    for (const filter of ['role=pirate', 'nonsense=1', '', 'search', 'sort=name', 'registration_date=sometimes']) {
      const { status, body } = await flow(filter)
      expect([filter, status, body.errors?.[0]?.field]).toEqual([filter, 422, 'filter'])
    }
  })

  it('does nothing while a part of it belongs to a plugin that is off', async () => {
    const [inside, outside] = [await person(), await person()]
    const there = await group(inside)
    const { id } = (await flow(there.filter, { definition: definition(LATER) })).body.data
    await app.withoutPlugin(company.loginId, 'groups', look)
    expect(await roundsOf(inside)).toHaveLength(1)
    expect(await roundsOf(outside)).toEqual([])
    expect((await supervisor.get(`${base}/${id}`)).body.data.people).toBe(1)
  })
})
