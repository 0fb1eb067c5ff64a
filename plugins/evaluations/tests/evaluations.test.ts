import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, signInSupervisor, type TestApp, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipants } from '#core/testing/factories'

// Evaluations of a course, without revealing who gave which answer.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient
let supervisor: TestClient
/** A course without demo answers, so that each test counts only its own. */
let course: number
let version: { id: number; activity: number; scale: string; open: string; number: number }

const base = '/api/evaluations'

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
  supervisor = await signInAs('beheerder@noordwind.example')
  const [row] = await app.asSystem(
    async () =>
      (
        await db.rawQuery(
          `select q.course_id, q.version_id, q.version, a.id as activity, q.question_key as scale, o.question_key as open
             from learning_evaluation_questions q
             join learning_evaluation_questions o on o.version_id = q.version_id and o.type = 'open'
             join learning_activities a on a.version_id = q.version_id and a.key = q.activity_key
            where q.type = 'scale' and not exists (select from learning_evaluation_facts f where f.course_id = q.course_id) limit 1`,
        )
      ).rows,
  )
  course = row.course_id
  version = { id: row.version_id, activity: row.activity, scale: row.scale, open: row.open, number: row.version }
})

interface Given {
  company?: string
  count: number
  value: number
  at?: string
  language?: string
  text?: string
}

/** Lets the given number of new people answer the evaluation. @returns their memberships */
async function answer({ company = 'noordwind', count, value, at = '2026-02-10', language = 'nl', text }: Given): Promise<number[]> {
  const people = await createParticipants(
    company,
    Array.from({ length: count }, () => ({})),
  )
  await app.inCompany(company, async () => {
    for (const id of people) {
      const [participation] = await db
        .table('learning_participations')
        .insert({
          ...{ company_id: db.raw('(select id from kit_companies)'), membership_id: id, course_id: course, version_id: version.id },
          ...{ status: 'passed', language, finished_at: at, started_at: at },
        })
        .returning(['id', 'company_id'])
      const row = { company_id: participation.company_id, participation_id: participation.id, activity_id: version.activity, saved_at: at }
      await db.table('learning_evaluation_answers').insert({ ...row, question_key: version.scale, value: JSON.stringify(value) })
      if (text) await db.table('learning_evaluation_answers').insert({ ...row, question_key: version.open, value: JSON.stringify(text) })
    }
  })
  return people
}

const clear = () =>
  app.asSystem(() => db.from('learning_participations').where('course_id', course).where('version_id', version.id).delete())
const results = async (query = '', client = admin) => (await client.get(`${base}/results?course=${course}${query}`)).body
const peopleOf = async (query = '', client = admin) => (await results(query, client)).data.responses as number
const companyOf = async (login: string) =>
  (await app.asSystem(() => db.from('kit_companies').where('login_id', login).select('id').firstOrFail())).id as number
type Question = {
  key: string
  type: string
  average: number | null
  hidden: boolean
  answered: number
  low: boolean
  counts: { key: string; count: number }[]
}
const scaleIn = (body: { data: { questions: Question[] } }) => body.data.questions.find(({ key }) => key.endsWith(`.${version.scale}`))!

describe('evaluation results', () => {
  it('have a distribution, mean and trend, and highlight a low score', async () => {
    await clear()
    await answer({ count: 5, value: 2, at: '2026-02-10' })
    await answer({ count: 5, value: 4, at: '2026-05-10' })
    const scale = scaleIn(await results())
    expect(scale).toMatchObject({ answered: 10, average: 3, low: true, hidden: false })
    expect(scale.counts.map(({ count }) => count)).toEqual([0, 5, 0, 5, 0])
    expect((scale as unknown as { trend: object[] }).trend).toEqual([
      { quarter: '2026-1', average: 2, answered: 5 },
      { quarter: '2026-2', average: 4, answered: 5 },
    ])
    const listed = (await admin.get(`${base}/courses`)).body.data.find(({ id }: { id: number }) => id === course)
    expect(listed).toMatchObject({ responses: 10, average: 3, lowest: { average: 3 }, trend: [2, 4] })
    // Filtered by period.
    expect(scaleIn(await results('&from=2026-2'))).toMatchObject({ answered: 5, average: 4, low: false })
    expect(scaleIn(await results('&to=2026-1'))).toMatchObject({ average: 2 })
  })

  it('are shown for at least five people, or hidden', async () => {
    await clear()
    await answer({ count: 4, value: 1 })
    expect(await peopleOf()).toBe(0)
    const hidden = scaleIn(await results())
    expect(hidden).toMatchObject({ hidden: true, answered: 0, average: null, counts: [] })
    expect((await admin.get(`${base}/courses`)).body.data.map(({ id }: { id: number }) => id)).not.toContain(course)
    await answer({ count: 1, value: 1 })
    expect(await peopleOf()).toBe(5)
  })

  it('reveal no group smaller than five when any two filters are subtracted', async () => {
    await clear()
    await answer({ count: 11, value: 3 })
    await answer({ count: 3, value: 1, language: 'en' })
    await answer({ count: 2, value: 5, at: '2026-05-10' })
    await answer({ count: 7, value: 3, company: 'bouwmeester', at: '2026-05-10' })
    await answer({ count: 6, value: 2, company: 'bouwmeester', language: 'en' })
    const [one, other] = [await companyOf('noordwind'), await companyOf('bouwmeester')]
    const options = [
      ['', `&company=${one}`, `&company=${other}`],
      ['', '&language=nl', '&language=en'],
      ['', '&from=2026-2'],
      ['', '&to=2026-1'],
      ['', `&version=${version.number}`],
    ]
    const choices = options.reduce((all, part) => all.flatMap((query) => part.map((more) => query + more)), [''])
    const counts: number[] = []
    for (const choice of choices) counts.push(await peopleOf(choice))
    expect(Math.max(...counts)).toBeGreaterThan(20)
    for (const a of counts) for (const b of counts) expect(a === b || Math.abs(a - b) >= 5, `${a} and ${b}`).toBe(true)
    // Subtracting both companies from the total leaves no small rest either.
    expect((await peopleOf()) - (await peopleOf(`&company=${one}`)) - (await peopleOf(`&company=${other}`))).toSatisfy(
      (rest: number) => rest === 0 || rest >= 5,
    )
  })

  it('of the current quarter appear in groups of five, and no group changes when another person answers', async () => {
    await clear()
    const now = new Date().toISOString()
    const counts: number[] = []
    for (let person = 0; person < 11; person++) {
      await answer({ count: 1, value: 3, at: now })
      counts.push(await peopleOf())
    }
    expect(counts).toEqual([0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10])
  })

  it('of companies with fewer than five people each are counted together once the quarter is over, but not for each company', async () => {
    await clear()
    await answer({ count: 3, value: 2 })
    await answer({ count: 3, value: 4, company: 'bouwmeester' })
    expect(scaleIn(await results())).toMatchObject({ answered: 6, average: 3 })
    for (const login of ['noordwind', 'bouwmeester']) expect(await peopleOf(`&company=${await companyOf(login)}`)).toBe(0)
    expect(await peopleOf('', supervisor)).toBe(0)
    expect((await results()).meta.companies).toEqual([])
  })
})

describe('a question with answers to choose from', () => {
  it('has a distribution over all of them, once five people answered it, and no mean', async () => {
    // A new company: the demo's companies have answers in each course that has such a question.
    const { loginId } = await createCompany()
    const client = await signInSupervisor(loginId)
    const [of] = await app.asSystem(
      async () =>
        (
          await db.rawQuery(
            `select q.course_id as course, q.version_id as version, a.id as activity, q.question_key as key,
                    (select array_agg(e ->> 'key') from jsonb_array_elements(q.answers) e) as answers
               from learning_evaluation_questions q
               join learning_activities a on a.version_id = q.version_id and a.key = q.activity_key
              where q.type = 'choice' and q.company_id is null limit 1`,
          )
        ).rows,
    )
    const choose = async (count: number, value: string) => {
      const people = await createParticipants(
        loginId,
        Array.from({ length: count }, () => ({})),
      )
      await app.inCompany(loginId, () =>
        db.rawQuery(
          `with p as (
             insert into learning_participations (company_id, membership_id, course_id, version_id, status, language, started_at, finished_at)
             select c.id, m, ?, ?, 'passed', 'nl', '2026-02-10', '2026-02-10' from kit_companies c, unnest(?::bigint[]) m returning id, company_id)
           insert into learning_evaluation_answers (company_id, participation_id, activity_id, saved_at, question_key, value)
           select company_id, id, ?, '2026-02-10', ?, ? from p`,
          [of.course, of.version, people, of.activity, of.key, JSON.stringify(value)],
        ),
      )
    }
    const shown = async () => {
      const { body } = await client.get(`${base}/results?course=${of.course}`)
      return (body.data.questions as Question[]).find(({ key }) => key.endsWith(`.${of.key}`))!
    }
    const [first, ...others] = of.answers as string[]
    const last = others.at(-1)!
    await choose(4, first!)
    expect(await shown()).toMatchObject({ hidden: true, answered: 0, counts: [] })
    await choose(6, last)
    const result = await shown()
    expect(result).toMatchObject({ type: 'choice', hidden: false, answered: 10, average: null, low: false })
    expect(result.counts.map(({ key, count }) => [key, count])).toEqual([[first, 4], ...others.map((key) => [key, key === last ? 6 : 0])])
  })
})

describe('an open answer', () => {
  it('can be found by its words and tags, without revealing the author or the order', async () => {
    await clear()
    await answer({ count: 5, value: 4, text: 'Meer béélden graag' })
    await answer({ count: 5, value: 4, text: 'Prima zo' })
    const find = async (query: string) => (await admin.get(`${base}/answers?course=${course}${query}`)).body
    const all = await find('')
    expect(all.meta.total).toBe(10)
    expect(Object.keys(all.data[0]).sort()).toEqual(['name', 'quarter', 'question', 'tags', 'text'])
    expect((await find('&search=BEELDEN')).meta.total).toBe(5)
    const { name } = all.data[0] as { name: string }
    const saved = await admin.put(`${base}/answers/${name}/tags`, { course, tags: ['beeld', 'beeld', 'wens'] })
    expect(saved.body.data.tags).toEqual(['beeld', 'wens'])
    expect(await find('&tag=wens')).toMatchObject({
      data: [{ name, tags: ['beeld', 'wens'] }],
      meta: { total: 1, tags: ['beeld', 'wens'] },
    })
    expect((await admin.put(`${base}/answers/onbekend/tags`, { course, tags: [] })).status).toBe(404)
    expect((await supervisor.put(`${base}/answers/${name}/tags`, { course, tags: [] })).status).toBe(403)
  })

  it('is hidden when fewer than five people wrote one', async () => {
    await clear()
    await answer({ count: 6, value: 4 })
    await answer({ count: 4, value: 4, text: 'Alleen ik schrijf dit' })
    expect((await admin.get(`${base}/answers?course=${course}`)).body).toMatchObject({ data: [], meta: { total: 0 } })
    expect(String((await admin.get(`${base}/files/csv?course=${course}`)).body)).not.toContain('Alleen ik')
  })
})

describe('a supervisor', () => {
  it('sees only the answers of their own company', async () => {
    await clear()
    await answer({ count: 5, value: 5 })
    await answer({ count: 5, value: 1, company: 'bouwmeester' })
    expect(scaleIn(await results('', supervisor))).toMatchObject({ answered: 5, average: 5 })
    expect((await results('', supervisor)).meta.companies).toHaveLength(1)
    expect((await supervisor.get(`${base}/results?course=${course}&company=${await companyOf('bouwmeester')}`)).status).toBe(404)
    expect((await supervisor.get('/training/evaluaties', { accept: 'text/html' })).status).toBe(200)
    expect((await supervisor.get(`${base}/links?course=${course}`)).status).toBe(403)
  })
})

describe('results', () => {
  it('can be downloaded as CSV, XLSX and PDF', async () => {
    await clear()
    await answer({ count: 5, value: 4, text: '=1+1' })
    const csv = await admin.get(`${base}/files/csv?course=${course}`)
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(String(csv.body)).toMatch(/;4;5;100;4\r\n/)
    expect(String(csv.body)).toContain(`;'=1+1`)
    const bytesOf = async (format: string) => Buffer.from((await admin.get(`${base}/files/${format}?course=${course}`)).bytes.slice(0, 4))
    expect((await bytesOf('xlsx')).toString('latin1')).toBe('PK\u0003\u0004')
    expect((await bytesOf('pdf')).toString('latin1')).toBe('%PDF')
    expect((await admin.get(`${base}/files/exe?course=${course}`)).status).toBe(404)
  })

  it('can be read as a snapshot through a link until it expires or is revoked', async () => {
    await clear()
    await answer({ count: 5, value: 2, text: 'Namen horen hier niet' })
    const made = await admin.post(`${base}/links`, { course, days: 1, note: 'Voor de klant' })
    expect(made.status).toBe(201)
    const token = String(made.body.data.address).split('/').at(-1)!
    await answer({ count: 5, value: 5 })
    const visitor = app.visitor()
    const seen = (await visitor.get(`${base}/at/${token}`)).body
    expect(scaleIn({ data: seen.data.results })).toMatchObject({ answered: 5, average: 2 })
    expect(JSON.stringify(seen)).not.toContain('Namen horen')
    expect((await visitor.get(`/evaluaties/${token}`, { accept: 'text/html' })).status).toBe(200)
    expect((await admin.get(`${base}/links?course=${course}`)).body.data).toMatchObject([{ note: 'Voor de klant' }])
    await app.asSystem(() => db.from('evaluations_links').update({ expires_at: new Date(Date.now() - 1000) }))
    expect((await visitor.get(`${base}/at/${token}`)).status).toBe(404)
    const second = (await admin.post(`${base}/links`, { course, days: 90, note: '' })).body.data
    expect((await admin.delete(`${base}/links/${second.id}`)).status).toBe(200)
    expect((await visitor.get(`${base}/at/${second.address.split('/').at(-1)}`)).status).toBe(404)
    expect((await admin.delete(`${base}/links/${second.id}`)).status).toBe(404)
    expect((await admin.post(`${base}/links`, { course, days: 91, note: '' })).status).toBe(422)
    expect(await admin.post(`${base}/links`, { course, company: 999_999_999, days: 1, note: '' })).toMatchObject({
      ...{ status: 422, body: { errors: [{ field: 'company', rule: 'enum' }] } },
    })
  })

  it('are refused for an invalid filter', async () => {
    for (const query of [
      'course=x',
      'course=',
      'course=1e30',
      `course=${course}&from=2026-5`,
      `course=${course}&language=<`,
      `course=${course}&version=-1`,
    ])
      expect([query, (await admin.get(`${base}/results?${query}`)).status]).toEqual([query, 422])
    expect((await admin.get(`${base}/results?course=999999999`)).status).toBe(404)
    expect((await admin.get(`${base}/at/x`)).status).toBe(404)
    for (const id of ['x', '0', '99999999999999999999']) expect([id, (await admin.delete(`${base}/links/${id}`)).status]).toEqual([id, 404])
    for (const token of ['x', '%00', `${'a'.repeat(500)}`])
      expect((await app.visitor().get(`${base}/at/${token}`)).status).toBeLessThan(500)
  })
})

describe('the demo', () => {
  it('has more than fifty evaluations of two courses over several quarters', async () => {
    const data = (await admin.get(`${base}/courses`)).body.data as { responses: number; trend: number[] }[]
    const answered = data.filter(({ trend }) => trend.length > 2)
    expect(answered.length).toBeGreaterThan(1)
    expect(answered.reduce((sum, { responses }) => sum + responses, 0)).toBeGreaterThan(50)
    // One course has a low score, and a supervisor sees the results of their own company.
    expect(
      (await supervisor.get(`${base}/courses`)).body.data.some(({ lowest }: { lowest: { average: number } }) => lowest.average < 3.5),
    ).toBe(true)
  })
})

describe('an unclear lesson', () => {
  const at = `${base}/unclear`
  /** A lesson in an open course of the demo's participant. */
  const lessonOf = async (loginId: string, email: string) => {
    const { rows } = await app.inCompany(loginId, () =>
      db.rawQuery<{ rows: { participation: number; activity: number; course: number; key: string; quiz: number }[] }>(
        `select p.id as participation, a.id as activity, p.course_id as course, a.key,
                (select q.id from learning_activities q where q.version_id = p.version_id and q.type = 'quiz' limit 1) as quiz
           from learning_participations p join kit_members m on m.id = p.membership_id
           join learning_activities a on a.version_id = p.version_id and a.type = 'richtext'
          where m.email = ? and p.status in ('registered', 'busy') order by p.id, a.id limit 1`,
        [email],
      ),
    )
    return rows[0]!
  }
  type Listed = { course: number; activity: string; count: number; last_id: number; remarks: { text: string }[] }
  const listed = async (client: TestClient, { course, key }: { course: number; key: string }) =>
    ((await client.get(at)).body.data as Listed[]).find((one) => one.course === course && one.activity === key)

  it('is reported without a name, counted, and resolved up to the newest report that was seen', async () => {
    const participant = await signInAs('leerling@noordwind.example')
    const lesson = await lessonOf('noordwind', 'leerling@noordwind.example')
    const { participation, activity } = lesson
    const before = (await listed(supervisor, lesson))?.count ?? 0
    for (const remark of ['Wat is een sjorring?', ''])
      expect((await participant.post(at, { participation, activity, remark })).status).toBe(201)
    const seen = (await listed(supervisor, lesson))!
    expect(seen.count).toBe(before + 2)
    expect(seen.remarks[0]).toMatchObject({ text: 'Wat is een sjorring?' })
    expect(await listed(admin, lesson)).toMatchObject({ count: before + 2 })
    const columns = await app.asSystem(() => db.from('evaluations_unclear').where('remark', 'Wat is een sjorring?').firstOrFail())
    expect(Object.keys(columns)).not.toContain('membership_id')

    expect((await participant.post(at, { participation, activity, remark: 'Later' })).status).toBe(201)
    const resolve = { course: lesson.course, activity: lesson.key, last_id: seen.last_id }
    expect((await supervisor.post(`${at}/resolve`, resolve)).status).toBe(200)
    expect(await listed(supervisor, lesson)).toMatchObject({ count: 1, remarks: [{ text: 'Later' }] })
    expect((await supervisor.post(`${at}/resolve`, resolve)).status).toBe(404)
  })

  it('can be reported only by its own participant, and only if it is a lesson', async () => {
    const lesson = await lessonOf('noordwind', 'leerling@noordwind.example')
    const { participation, activity } = lesson
    const stranger = await signInAs('leerling@bouwmeester.example')
    const colleague = await signInAs('anouk.smit@noordwind.example')
    for (const client of [stranger, colleague]) expect((await client.post(at, { participation, activity, remark: '' })).status).toBe(404)
    const participant = await signInAs('leerling@noordwind.example')
    expect((await participant.post(at, { participation, activity: lesson.quiz, remark: '' })).status).toBe(404)
    expect((await participant.post(at, { participation, activity, remark: 'x'.repeat(501) })).status).toBe(422)
    const { last_id } = (await listed(supervisor, lesson))!
    const { loginId } = await createCompany()
    const other = await signInSupervisor(loginId)
    expect((await other.get(at)).body.data).toEqual([])
    expect((await other.post(`${at}/resolve`, { course: lesson.course, activity: lesson.key, last_id })).status).toBe(404)
    expect(await listed(supervisor, lesson)).toMatchObject({ last_id })
  })
})
