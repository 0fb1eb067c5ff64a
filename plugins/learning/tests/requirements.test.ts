import { beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { examsService } from '#plugins/exams/contract/index'
import { participationIn, participations } from './journey.js'

const url = '/api/learning/requirements'
let app: TestApp
let admin: TestClient
let supervisor: TestClient
let participant: TestClient
let courses: Record<'offshore' | 'lifting' | 'heights', number>
let participation: number

const query = async <T>(sql: string, values: (string | number)[] = []) =>
  app.asSystem(async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    return (await db.rawQuery<{ rows: T[] }>(sql, values)).rows
  })
const add = (client: TestClient, body: object) => client.post(url, { before: 'course', kind: 'course', ...body })
const shown = async () => (await participant.get(`${participations}/${participation}`)).body.data
const begin = () => participant.post(`${participations}/${participation}/language`, { language: 'nl' })

beforeEach(async () => {
  app = await testApp()
  admin = await signInAs('admin@platform.example')
  supervisor = await signInAs('beheerder@bouwmeester.example')
  participant = await signInAs('leerling@bouwmeester.example')
  participation = await participationIn(participant, 'Introductie offshore wind')
  await query('delete from learning_requirements')
  await query(
    `update core_companies set plugins = array_append(plugins, 'skills') where login_id = 'bouwmeester' and not 'skills' = any(plugins)`,
  )
  await query(`update learning_participations set language = null, status = 'registered', started_at = null where id = ?`, [participation])
  await query(`update core_users set birthdate = '1990-01-01' where email = 'leerling@bouwmeester.example'`)
  const idOf = async (name: string) =>
    (await query<{ id: number }>('select id from learning_courses where shortname = ? and company_id is null', [name]))[0]!.id
  courses = {
    offshore: await idOf('offshore-introductie'),
    lifting: await idOf('tillen-en-dragen'),
    heights: await idOf('werken-op-hoogte'),
  }
})

describe('a course that requires another course', () => {
  it('can only be begun after passing the other course, and says so before', async () => {
    await query(
      `delete from learning_participations where course_id = ? and membership_id =
      (select membership_id from learning_participations where id = ?)`,
      [courses.lifting, participation],
    )
    expect((await add(admin, { course: courses.offshore, required: courses.lifting })).status).toBe(201)
    expect((await shown()).asked_for).toEqual([{ kind: 'course', name: 'Toolbox tillen en dragen', met: false, participation: null }])
    expect((await begin()).body).toMatchObject({ code: 'requirements_missing' })
    expect((await shown()).language).toBeNull()

    await query(
      `insert into learning_participations (company_id, membership_id, course_id, version_id, status, finished_at)
      select p.company_id, p.membership_id, c.id, c.offer_version_id, 'passed', now() from learning_participations p, learning_courses c
       where p.id = ? and c.id = ?`,
      [participation, courses.lifting],
    )
    expect((await shown()).asked_for).toMatchObject([{ met: true }])
    expect((await begin()).status).toBe(200)
    // Once it was begun, no requirements are shown.
    expect((await shown()).asked_for).toEqual([])
  })

  it('applies only to the company’s own people when a company added the requirement', async () => {
    expect((await add(supervisor, { course: courses.offshore, required: courses.heights })).status).toBe(201)
    expect((await shown()).asked_for).toHaveLength(1)
    const other = await signInAs('leerling@noordwind.example')
    const theirs = (await other.get(participations)).body.data.find((row: { name: string }) => row.name === 'Introductie offshore wind')
    if (theirs) expect((await other.get(`${participations}/${theirs.id}`)).body.data.asked_for).toEqual([])
    // The admin's list only has the platform's requirements.
    expect((await admin.get(url)).body.data.filter((row: { kind: string }) => row.kind === 'course')).toEqual([])
  })
})

describe('a required skill', () => {
  it('blocks people who do not hold it today', async () => {
    const { body } = await supervisor.get(`${url}/options`)
    const skill = body.data.skills[0] as { id: number; name: string }
    expect((await add(supervisor, { course: courses.offshore, kind: 'skill', required: skill.id })).status).toBe(201)
    const cell = `membership_id = (select membership_id from learning_participations where id = ?) and skill_id = ?`
    await query(`delete from skills_cells where ${cell}`, [participation, skill.id])
    expect((await shown()).asked_for).toEqual([{ kind: 'skill', name: skill.name, met: false, participation: null }])
    expect((await begin()).body.code).toBe('requirements_missing')
    const give = (until: string) =>
      query(
        `insert into skills_cells (company_id, membership_id, skill_id, required, origin, held_on, valid_until)
           select company_id, membership_id, ?, false, 'hand', current_date, (current_date ${until})::date
             from learning_participations where id = ?
         on conflict (company_id, membership_id, skill_id) do update set valid_until = excluded.valid_until, origin = 'hand'`,
        [skill.id, participation],
      )
    await give('- 2')
    expect((await begin()).body.code).toBe('requirements_missing')
    await give('+ 30')
    expect((await begin()).status).toBe(200)
  })

  it('blocks nobody once the skills plugin is off', async () => {
    const { body } = await supervisor.get(`${url}/options`)
    await add(supervisor, { course: courses.offshore, kind: 'skill', required: body.data.skills[0].id })
    await query(`update core_companies set plugins = array_remove(plugins, 'skills') where login_id = 'bouwmeester'`)
    expect((await shown()).asked_for).toEqual([])
    expect((await begin()).status).toBe(200)
  })

  it('cannot be chosen by the platform, which has no skills', async () => {
    expect((await admin.get(`${url}/options`)).body.data.skills).toEqual([])
    expect((await add(admin, { course: courses.offshore, kind: 'skill', required: 1 })).body.errors).toEqual([
      { field: 'kind', rule: 'enum' },
    ])
  })
})

describe('an exam', () => {
  it('accepts only people who meet its requirements', async () => {
    await query('update exams_exams set adults_only = false')
    await query('update exams_moments set adults_only = false')
    expect((await add(admin, { course: courses.lifting, before: 'exam', required: courses.lifting })).status).toBe(201)
    const [person] = await query<{ membership_id: number; company_id: number }>(
      'select membership_id, company_id from learning_participations where id = ?',
      [participation],
    )
    const [exam] = await query<{ id: number }>(`insert into exams_exams (course_id, languages) values (?, '{nl}') returning id`, [
      courses.lifting,
    ])
    const [moment] = await query<{ id: number }>(
      `insert into exams_moments (exam_id, city, location, language, starts_at, seats)
         values (?, 'Utrecht', 'Zaal', 'nl', now() + interval '9 days', 5) returning id`,
      [exam!.id],
    )
    const hold = (key: string) =>
      app.inCompany('bouwmeester', async () => {
        const { serviceOf } = await import('#core/kit/services')
        const exams = await serviceOf(examsService)
        return exams!.hold(key, moment!.id, [person!.membership_id], new Date(Date.now() + 60_000))
      })
    await query('delete from learning_participations where course_id = ? and membership_id = ?', [courses.lifting, person!.membership_id])
    await expect(hold('test:1')).rejects.toMatchObject({ code: 'requirements_missing' })
    await query(
      `insert into learning_participations (company_id, membership_id, course_id, version_id, status, finished_at)
         select ?, ?, id, offer_version_id, 'passed', now() from learning_courses where id = ?`,
      [person!.company_id, person!.membership_id, courses.lifting],
    )
    await hold('test:2')
    // A passed exam can be required by another course.
    await add(admin, { course: courses.offshore, kind: 'exam', required: courses.lifting })
    expect((await begin()).body.code).toBe('requirements_missing')
    await query(`update exams_entries set status = 'passed', held_until = null where key = 'test:2'`)
    expect((await begin()).status).toBe(200)
  })
})

describe('the list of requirements', () => {
  it('shows requirements, including age, and lets only their owner remove them', async () => {
    const { body } = await add(admin, { course: courses.offshore, required: courses.lifting })
    const rows = (await admin.get(`${url}?sort=course&course=${courses.offshore}`)).body.data
    expect(rows.map(({ kind, required, own }: Record<string, unknown>) => [kind, required, own]).sort()).toEqual([
      ['age', '', true],
      ['course', 'Toolbox tillen en dragen', true],
    ])
    expect((await admin.get(`${url}?kind=course&search=offshore`)).body.meta.total).toBe(1)
    // A supervisor sees the platform's requirements but cannot remove them.
    const theirs = (await supervisor.get(`${url}?kind=course&course=${courses.offshore}`)).body.data
    expect(theirs).toMatchObject([{ own: false, requirement: body.data.id }])
    expect((await supervisor.delete(`${url}/${body.data.id}`)).status).toBe(404)
    const file = await admin.post(`${url}/export`, { format: 'csv' })
    expect(file.status).toBe(200)
    expect((await admin.delete(`${url}/${body.data.id}`)).status).toBe(200)
    expect((await admin.get(`${url}?kind=course`)).body.meta.total).toBe(0)
  })

  it('refuses a circle, the course itself, a duplicate and an unknown course', async () => {
    const rule = async (body: object) =>
      (await add(admin, body)).body.errors?.map(({ field, rule: name }: Record<string, string>) => `${field} ${name}`)
    await add(admin, { course: courses.offshore, required: courses.lifting })
    await add(admin, { course: courses.lifting, required: courses.heights })
    expect(await rule({ course: courses.heights, required: courses.offshore })).toEqual(['required circle'])
    expect(await rule({ course: courses.heights, required: courses.heights })).toEqual(['required itself'])
    expect(await rule({ course: courses.offshore, required: courses.lifting })).toEqual(['required unique'])
    expect(await rule({ course: courses.offshore, required: 999_999_999 })).toEqual(['required enum'])
    expect(await rule({ course: 999_999_999, required: courses.lifting })).toEqual(['course enum'])
  })

  it('answers 404 for supervisors whose company makes no courses', async () => {
    const other = await signInAs('beheerder@noordwind.example')
    expect((await other.get(url)).status).toBe(404)
    expect((await other.get('/api/learning/edited')).status).toBe(404)
    expect((await other.post('/api/learning/edited/export', { format: 'csv' })).status).toBe(404)
  })
})

describe('the list of edited courses', () => {
  it('searches, sorts, filters, counts and exports', async () => {
    const names = async (search: string) =>
      (await admin.get(`/api/learning/edited?${search}`)).body.data.map(({ shortname }: { shortname: string }) => shortname)
    expect(await names('sort=-name')).toEqual(['werken-op-hoogte', 'tillen-en-dragen', 'offshore-introductie', 'sir-hogedruk', 'vca-basis'])
    expect(await names('search=hoogte')).toEqual(['werken-op-hoogte'])
    expect(await names('sector=offshore')).toEqual(['offshore-introductie'])
    expect(await names('status=building')).toEqual([])
    expect(await names('draft=true')).toEqual([])
    // A supervisor's list has the company's own courses, including one that is only a draft.
    const own = (await supervisor.get('/api/learning/edited?search=welkom')).body.data
    expect(own).toMatchObject([{ shortname: 'welkom-op-de-bouwplaats', name: 'Welkom op de bouwplaats', version: null }])
    expect((await supervisor.get('/api/learning/edited?search=hoogte')).body.data).toEqual([])
    const file = await admin.post('/api/learning/edited/export', { format: 'csv', filter: 'search=hoogte' })
    expect(file.status).toBe(200)
  })
})
