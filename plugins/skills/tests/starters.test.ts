import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, type Day, today } from '#core/kit/days'
import { signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestCompany, type TestMember } from '#core/testing/factories'

// New people have some months to get a skill, guided by a mentor who has another one.

const base = '/api/skills/skills'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let company: TestCompany
let supervisor: TestClient
let made = 0

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  company = await createCompany()
  supervisor = await signInSupervisor(company.loginId)
})

const months = (day: Day, count: number): Day => DateTime.fromISO(day, { zone: 'utc' }).plus({ months: count }).toISODate()!
const body = (more: object = {}) => {
  made += 1
  const name = `Starter ${made}`
  return { name, text: '', valid_months: null, courses: [], externals: [name], everybody: false, groups: [], ...more }
}
const create = async (more: object = {}) => (await supervisor.post(base, body(more))).body.data
const cell = async (skill: number, person: number) => (await supervisor.get(`${base}/${skill}/people/${person}`)).body.data
const gaps = async (query: string) => (await supervisor.get(`/api/skills/gaps?${query}`)).body.data
const name = (skill: number, person: number, mentor: number | null, client = supervisor) =>
  client.put(`${base}/${skill}/people/${person}/mentor`, { mentor })

/** A person who has a skill, from an external course. */
async function withSkill(skill: string, until: Day | null = null): Promise<TestMember> {
  const member = await createParticipant(company.loginId)
  await supervisor.post('/api/external_courses/courses', { name: skill, membership_id: member.id, status: 'passed', valid_until: until })
  await app.settle()
  return member
}

/** As if they had joined on that day, with their required skills updated. */
async function joinedOn(member: TestMember, day: Day): Promise<void> {
  const { recomputeMember } = await import('#plugins/skills/server/services/recompute')
  await app.asSystem(() =>
    db
      .from('core_memberships')
      .where('id', member.id)
      .update({ created_at: `${day}T12:00:00Z` }),
  )
  await app.inCompany(company.loginId, () => recomputeMember(member.id))
}

describe('a skill for new people', () => {
  it('is still to get until its due date, and missing after it, in the panel, the planning, its months and the matrix', async () => {
    const { id } = await create({ everybody: true, starter_months: 3 })
    const [fresh, old] = [await createParticipant(company.loginId), await createParticipant(company.loginId)]
    await joinedOn(fresh, addDays(today(), -10))
    await joinedOn(old, months(today(), -4))
    const due = months(addDays(today(), -10), 3)
    expect(await cell(id, fresh.id)).toMatchObject({ state: 'starting', due_on: due, required: true })
    expect(await cell(id, old.id)).toMatchObject({ state: 'missing' })
    const rows = await gaps(`skill=${id}&sort=by`)
    const mine = rows.filter(({ membership }: { membership: number }) => [fresh.id, old.id].includes(membership))
    expect(mine.map(({ membership, state, by }: Record<string, unknown>) => [membership, state, by])).toEqual([
      [old.id, 'missing', months(months(today(), -4), 3)],
      [fresh.id, 'starting', due],
    ])
    const found = await gaps(`skill=${id}&ends=${due}..${due}`)
    expect(found.map(({ membership }: { membership: number }) => membership)).toEqual([fresh.id])
    const calendar = (await supervisor.get(`/api/skills/gaps/calendar?skill=${id}&ends=${due}..${due}`)).body.data
    expect(calendar).toEqual([{ month: due.slice(0, 7), people: 1, gaps: 1 }])
    const matrix = (await supervisor.get(`/api/skills/matrix?skill=${id}&state=starting`)).body.data
    expect(matrix.map((row: { id: number }) => row.id)).toContain(fresh.id)
  })

  it('is valid at once when a person has it, and has no due date without months', async () => {
    const { id, name: skill } = await create({ everybody: true, starter_months: 2 })
    const member = await withSkill(skill)
    expect(await cell(id, member.id)).toMatchObject({ state: 'valid', due_on: null })
    const plain = await create({ everybody: true })
    expect(await cell(plain.id, member.id)).toMatchObject({ state: 'missing', due_on: null })
  })
})

describe('a mentor', () => {
  it('is chosen from people who have the skill for it, is shown in the planning, and everybody involved is notified', async () => {
    const guide = await create()
    const { id } = await create({ everybody: true, starter_months: 3, mentor_skill: guide.id })
    const [mentor, next, starter] = [await withSkill(guide.name), await withSkill(guide.name), await createParticipant(company.loginId)]
    const late = await withSkill(guide.name, addDays(today(), -1))
    await joinedOn(starter, today())
    const offered = (await supervisor.get(`${base}/${id}/mentors`)).body.data.map((one: { id: number }) => one.id)
    expect(offered).toEqual(expect.arrayContaining([mentor.id, next.id]))
    expect(offered).not.toContain(late.id)
    const [before] = (await gaps(`skill=${id}`)).filter(({ membership }: { membership: number }) => membership === starter.id)
    expect(before).toMatchObject({ mentor: null, needs_mentor: true })

    const told = async () =>
      app.asSystem(() =>
        db
          .from('core_mail_outbox')
          .where('trigger', 'skills.mail.mentor')
          .whereIn('membership_id', [mentor.id, next.id, starter.id])
          .orderBy('id')
          .select('membership_id'),
      )
    expect((await name(id, starter.id, mentor.id)).body.data).toMatchObject({ id: mentor.id, qualified: true })
    expect((await told()).map((row) => row.membership_id)).toEqual([mentor.id, starter.id])
    // Repeating it sends no mail.
    await name(id, starter.id, mentor.id)
    expect(await told()).toHaveLength(2)
    const [after] = (await gaps(`skill=${id}`)).filter(({ membership }: { membership: number }) => membership === starter.id)
    expect(after.mentor).toBe((await cell(id, starter.id)).mentor.name)
    await name(id, starter.id, next.id)
    expect((await told()).slice(2).map((row) => row.membership_id)).toEqual([next.id, starter.id, mentor.id])
    expect((await name(id, starter.id, null)).body.data).toBeNull()
    expect((await cell(id, starter.id)).mentor).toBeNull()
  })

  it('is marked when their own skill ended', async () => {
    const guide = await create()
    const { id } = await create({ everybody: true, starter_months: 3, mentor_skill: guide.id })
    const [mentor, starter] = [await withSkill(guide.name, addDays(today(), 10)), await createParticipant(company.loginId)]
    await name(id, starter.id, mentor.id)
    await app.asSystem(() =>
      db
        .from('skills_cells')
        .where({ membership_id: mentor.id, skill_id: guide.id })
        .update({ valid_until: addDays(today(), -1) }),
    )
    expect((await cell(id, starter.id)).mentor).toMatchObject({ id: mentor.id, qualified: false })
  })

  it('is refused without the skill, for oneself, and from another company; people and skills of others are not found', async () => {
    const guide = await create()
    const { id } = await create({ everybody: true, starter_months: 3, mentor_skill: guide.id })
    const [mentor, starter] = [await withSkill(guide.name), await createParticipant(company.loginId)]
    const stranger = await createParticipant('bouwmeester')
    for (const [person, chosen] of [
      [starter.id, starter.id],
      [mentor.id, mentor.id],
      [starter.id, stranger.id],
    ] as const) {
      const { status, body: answer } = await name(id, person, chosen)
      expect([status, answer.errors[0]]).toEqual([422, expect.objectContaining({ field: 'mentor', rule: 'enum' })])
    }
    expect((await name(id, stranger.id, mentor.id)).status).toBe(404)
    const other = await signInSupervisor('bouwmeester')
    expect((await name(id, starter.id, mentor.id, other)).status).toBe(404)
    expect((await other.get(`${base}/${id}/mentors`)).status).toBe(404)
    expect((await supervisor.post(base, body({ mentor_skill: 999_999_999 }))).status).toBe(422)
    expect(await app.asSystem(() => db.from('skills_mentors').where('skill_id', id))).toEqual([])
  })

  it('is removed from the people they guide when they are erased', async () => {
    const guide = await create()
    const { id } = await create({ everybody: true, starter_months: 3, mentor_skill: guide.id })
    const [mentor, starter] = [await withSkill(guide.name), await createParticipant(company.loginId)]
    await name(id, starter.id, mentor.id)
    const { exportPersonalData, erasePersonalData } = await import('#plugins/skills/server/services/personal_data')
    const of = (member: TestMember) => app.inCompany(company.loginId, () => exportPersonalData(member.id))
    expect((await of(starter)).mentors).toHaveLength(1)
    expect((await of(mentor)).guides).toHaveLength(1)
    await app.inCompany(company.loginId, () => erasePersonalData(mentor.id))
    expect((await cell(id, starter.id)).mentor).toBeNull()
  })
})
