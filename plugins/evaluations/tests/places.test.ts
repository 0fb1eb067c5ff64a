import { beforeAll, expect, it } from 'vitest'
import { signInAs, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipants, type TestCompany } from '#core/testing/factories'

// Evaluation results by exam location and exam house, under the same rule of five (decision 0300).

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
let company: TestCompany
let houses: TestCompany[]
let course: { id: number; version: number; activity: number; scale: string }
const moments: Record<string, number> = {}

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
  company = await createCompany()
  houses = [await createCompany(), await createCompany()]
  await app.asSystem(async () => {
    const { rows } = await db.rawQuery(
      `select q.course_id as id, q.version_id as version, a.id as activity, q.question_key as scale from learning_evaluation_questions q
         join learning_activities a on a.version_id = q.version_id and a.key = q.activity_key
        where q.type = 'scale' and q.company_id is null and not exists (select from learning_evaluation_facts f where f.course_id = q.course_id) limit 1`,
    )
    course = rows[0]
    const [exam] = await db
      .table('exams_exams')
      .insert({ course_id: course.id, languages: ['nl'], certificate: {} })
      .returning('id')
    for (const [city, house] of [
      ['Delft', houses[0]!],
      ['Assen', houses[1]!],
    ] as const) {
      const [moment] = await db
        .table('exams_moments')
        .insert({
          ...{ exam_id: exam.id, city, location: 'Zaal 1', language: 'nl', seats: 100, provider_company_id: house.id },
          starts_at: '2026-01-20T09:00:00Z',
        })
        .returning('id')
      moments[city] = moment.id
    }
  })
})

/** New people who took the exam there, if anywhere, and answered the evaluation. */
async function answer(city: string | null, count: number, value: number, at = '2026-02-10'): Promise<void> {
  const people = await createParticipants(
    company.loginId,
    Array.from({ length: count }, () => ({})),
  )
  await app.asSystem(async () => {
    for (const id of people) {
      const own = { company_id: company.id }
      const [{ id: participation }] = await db
        .table('learning_participations')
        .insert({
          ...own,
          membership_id: id,
          course_id: course.id,
          version_id: course.version,
          status: 'passed',
          language: 'nl',
          finished_at: at,
        })
        .returning('id')
      await db.table('learning_evaluation_answers').insert({
        ...{ ...own, participation_id: participation, activity_id: course.activity, saved_at: at },
        ...{ question_key: course.scale, value: JSON.stringify(value) },
      })
      if (city)
        await db.table('exams_entries').insert({
          ...{ ...own, key: `places:${id}`, membership_id: id, moment_id: moments[city], company_name: company.name, status: 'passed' },
          told_starts_at: '2026-01-20T09:00:00Z',
        })
    }
  })
}

const results = async (query = '') => (await admin.get(`/api/evaluations/results?course=${course.id}${query}`)).body
const peopleOf = async (query = '') => (await results(query)).data.responses as number

it('are filtered by location and exam house, without revealing a group smaller than five by subtraction', async () => {
  await answer('Delft', 8, 2)
  await answer('Assen', 6, 4)
  await answer(null, 7, 5)
  const { meta } = await results()
  expect(meta.places).toEqual(['Zaal 1, Assen', 'Zaal 1, Delft'])
  expect(meta.houses.map(({ name }: { name: string }) => name).sort()).toEqual(houses.map(({ name }) => name).sort())
  const [delft, assen] = ['Delft', 'Assen'].map((city) => `&place=${encodeURIComponent(`Zaal 1, ${city}`)}`)
  expect([await peopleOf(delft), await peopleOf(assen), await peopleOf(`&house=${houses[0]!.id}`)]).toEqual([5, 5, 5])
  const scale = ((await results(delft)).data.questions as { key: string; average: number }[]).find(({ key }) => key.endsWith(course.scale))!
  expect(scale.average).toBe(2)
  const queries = ['', delft!, assen!, `&house=${houses[1]!.id}`, `&company=${company.id}`, `${delft}&language=nl`]
  const counts: number[] = []
  for (const query of queries) counts.push(await peopleOf(query))
  for (const a of counts) for (const b of counts) expect(a === b || Math.abs(a - b) >= 5, `${a} and ${b}`).toBe(true)
  // 8 and 6 leave 3, 1 and 2 people: together six, who count only without these filters.
  expect(await peopleOf()).toBe(21)
  expect(await peopleOf()).toSatisfy((all: number) => [0, 1, 2, 3, 4].every((few) => all - counts[1]! - counts[2]! !== few))
})

it('do not move to another group by an exam that is taken later', async () => {
  const before = await peopleOf('&place=' + encodeURIComponent('Zaal 1, Delft'))
  await answer(null, 5, 3, '2026-01-10')
  await app.asSystem(async () => {
    const late = await db.from('learning_participations').where({ course_id: course.id, company_id: company.id, finished_at: '2026-01-10' })
    for (const { membership_id: id } of late)
      await db.table('exams_entries').insert({
        ...{ company_id: company.id, key: `late:${id}`, membership_id: id, moment_id: moments.Delft, company_name: company.name },
        ...{ status: 'passed', told_starts_at: '2026-01-20T09:00:00Z' },
      })
  })
  expect(await peopleOf('&place=' + encodeURIComponent('Zaal 1, Delft'))).toBe(before)
  expect((await admin.get(`/api/evaluations/results?course=${course.id}&house=x`)).status).toBe(422)
})
