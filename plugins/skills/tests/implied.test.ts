import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipant } from '#core/testing/factories'

// A skill that another one satisfies: a person with VOL-VCA also has B-VCA (decision 0265).

const base = '/api/skills/skills'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let other: TestClient
let admin: TestClient
let counter = 0

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  supervisor = await signInAs('beheerder@noordwind.example')
  other = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
})

const person = async (): Promise<number> =>
  (await createParticipant('noordwind', { firstname: 'Keten', lastname: `Persoon ${++counter}` })).id
const skill = (name: string, more: object = {}) => ({
  ...{ name, text: '', valid_months: null, courses: [], externals: [name], everybody: false, groups: [], implied_by: [] as number[] },
  ...more,
})
const create = async (name: string, more: object = {}) => {
  const answer = await supervisor.post(base, skill(name, more))
  expect(answer.status).toBe(201)
  return answer.body.data
}
const external = async (membership: number, name: string, until: string | null) => {
  const answer = await supervisor.post('/api/external_courses/courses', {
    ...{ name, membership_id: membership, status: 'passed', valid_until: until },
  })
  expect(answer.status).toBe(201)
  await app.settle()
  return answer.body.data
}
const cell = async (id: number, membership: number) => (await supervisor.get(`${base}/${id}/people/${membership}`)).body.data
const update = async (id: number, more: object) => {
  const { id: _id, company_id: _company, ...now } = (await supervisor.get(`${base}/${id}`)).body.data
  return supervisor.put(`${base}/${id}`, { ...now, ...more })
}

describe('a skill that another one satisfies', () => {
  it('is held through the other until the same day, in the panel, the matrix, the planning and requirements', async () => {
    const vol = await create('Leiding A')
    const basic = await create('Basis A', { implied_by: [vol.id] })
    expect(basic.implied_by).toEqual([vol.id])
    const id = await person()
    await external(id, 'Leiding A', addDays(today(), 30))
    expect(await cell(basic.id, id)).toMatchObject({
      ...{ state: 'ending', origin: 'external', through: 'Leiding A', valid_until: addDays(today(), 30) },
      proofs: [expect.objectContaining({ name: 'Leiding A', counts: true })],
    })
    const { body: matrix } = await supervisor.get(`/api/skills/matrix?skill=${basic.id}&state=ending`)
    expect(matrix.data.map((row: { id: number }) => row.id)).toEqual([id])
    const { service } = await import('#plugins/skills/server/services/skills_service')
    const has = await app.inCompany('noordwind', () => service.skillsOf(id))
    expect(has.find((one) => one.id === basic.id)?.held).toBe(true)
    expect((await update(basic.id, { everybody: true })).status).toBe(200)
    const { body: gaps } = await supervisor.get(`/api/skills/gaps?skill=${basic.id}&search=Persoon ${counter}`)
    expect(gaps.data).toEqual([expect.objectContaining({ membership: id, state: 'ending', by: addDays(today(), 30) })])
    const { body: lines } = await supervisor.get(`/api/skills/people/${id}`)
    expect(lines.data.find((line: { skill_id: number }) => line.skill_id === basic.id)).toMatchObject({ through: 'Leiding A' })
  })

  it('is not held the other way round, and uses the proof that lasts longest', async () => {
    const vol = await create('Leiding B')
    const basic = await create('Basis B', { implied_by: [vol.id] })
    const id = await person()
    await external(id, 'Basis B', addDays(today(), 100))
    expect(await cell(vol.id, id)).toMatchObject({ state: null, origin: null })
    expect(await cell(basic.id, id)).toMatchObject({ through: null, valid_until: addDays(today(), 100) })
    const longer = await external(id, 'Leiding B', addDays(today(), 900))
    expect(await cell(basic.id, id)).toMatchObject({ through: 'Leiding B', valid_until: addDays(today(), 900) })
    await supervisor.delete(`/api/external_courses/courses/${longer.id}`)
    await app.settle()
    expect(await cell(basic.id, id)).toMatchObject({ through: null, valid_until: addDays(today(), 100) })
  })

  it('follows a chain, a cycle, and the removal of the relation', async () => {
    const top = await create('Top C')
    const middle = await create('Midden C', { implied_by: [top.id] })
    const low = await create('Laag C', { implied_by: [middle.id] })
    const id = await person()
    await external(id, 'Top C', null)
    expect(await cell(low.id, id)).toMatchObject({ state: 'valid', through: 'Top C' })
    // Two skills that satisfy each other are equivalent for a person who has one of them.
    expect((await update(top.id, { implied_by: [low.id] })).status).toBe(200)
    expect(await cell(middle.id, id)).toMatchObject({ state: 'valid', through: 'Top C' })
    expect((await update(middle.id, { implied_by: [] })).status).toBe(200)
    expect(await cell(low.id, id)).toMatchObject({ state: null })
    expect(await cell(middle.id, id)).toMatchObject({ state: null })
  })

  it('is missing at once when the skill that satisfied it is deleted', async () => {
    const vol = await create('Leiding D')
    const basic = await create('Basis D', { implied_by: [vol.id], everybody: true })
    const id = await person()
    await external(id, 'Leiding D', null)
    expect(await cell(basic.id, id)).toMatchObject({ state: 'valid', through: 'Leiding D' })
    expect((await supervisor.delete(`${base}/${vol.id}`)).status).toBe(200)
    expect(await cell(basic.id, id)).toMatchObject({ state: 'missing', through: null })
  })

  it('previews the effect of the relation', async () => {
    const vol = await create('Leiding E')
    const basic = await create('Basis E')
    const id = await person()
    await external(id, 'Leiding E', null)
    const ask = (by: number[]) => supervisor.post('/api/skills/preview', { ...skill('Basis E', { implied_by: by }), skill: basic.id })
    expect((await ask([])).body.data.held).toBe(0)
    expect((await ask([vol.id])).body.data.held).toBe(1)
    expect(await cell(basic.id, id)).toMatchObject({ state: null })
  })

  it('refuses itself, an unknown skill and one of another company; an admin can set it too', async () => {
    const made = await create('Basis F')
    const theirs = (await other.post(base, skill('Van een ander'))).body.data
    for (const wrong of [made.id, theirs.id, 999_999_999]) {
      const answer = await update(made.id, { implied_by: [wrong] })
      expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, 'implied_by'])
    }
    const vol = await create('Leiding F')
    const { id: _id, company_id: _company, ...now } = (await admin.get(`${base}/${made.id}`)).body.data
    expect((await admin.put(`${base}/${made.id}`, { ...now, implied_by: [vol.id] })).body.data.implied_by).toEqual([vol.id])
    expect((await other.put(`${base}/${made.id}`, { ...now, implied_by: [] })).status).toBe(404)
  })
})

describe('the demo', () => {
  it('has B-VCA, VOL-VCA and VIL-VCU for ten years, and the latter two satisfy the first', async () => {
    const rows: { name: string; valid_months: number; by: string[] }[] = await app.inCompany('noordwind', () =>
      db
        .from('skills_skills as s')
        .whereIn('s.name', ['B-VCA', 'VOL-VCA', 'VIL-VCU'])
        .orderBy('s.name')
        .select('s.name', 's.valid_months')
        .select(
          db.raw(`array(select n.name from skills_implied i join skills_skills n on n.id = i.by_skill_id
                         where i.skill_id = s.id order by n.name) as by`),
        ),
    )
    expect(rows).toEqual([
      { name: 'B-VCA', valid_months: 120, by: ['VIL-VCU', 'VOL-VCA'] },
      { name: 'VIL-VCU', valid_months: 120, by: [] },
      { name: 'VOL-VCA', valid_months: 120, by: [] },
    ])
  })

  it('gives a skill for as long as the certificate of its course is valid', async () => {
    const { rows } = await app.inCompany('noordwind', () =>
      db.rawQuery(
        `select distinct o.shortname, s.valid_months, o.certificate_valid_months from skills_skills s
           join skills_sources g on g.skill_id = s.id join learning_offers o on o.course_id = g.course_id
          where s.name in ('Werken op hoogte', 'Tillen en dragen', 'Offshore introductie') order by o.shortname`,
      ),
    )
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row.valid_months, row.shortname).toBe(row.certificate_valid_months)
  })
})
