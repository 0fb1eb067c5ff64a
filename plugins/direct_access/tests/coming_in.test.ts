import { DateTime } from 'luxon'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { PASSWORD, type TestClient } from '#core/testing/client'

const { addDays, today } = await import('#core/kit/days')

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let issue: (email: string) => Promise<string>
let supervisor: TestClient
const COMPANY = 'noordwind'
const PARTICIPANT = `leerling@${COMPANY}.example`
const GATE = `demo-gate-${COMPANY}`
const at = (token: string, what = '') => `/api/direct_access/at/${token}${what}`

interface Entrance {
  id: number
  kind: string
  name: string | null
  code: string | null
  course_ids: number[]
  is_open: boolean
  valid_for: number | null
  valid_unit: string | null
  link: string
  updated_at: string
}
const managed = async () => (await supervisor.get('/api/direct_access/companies/0/entrances')).body.data
const linkOf = async (kind: string): Promise<Entrance> => (await managed()).links.find((one: Entrance) => one.kind === kind)
const shown = async (id: number): Promise<Entrance> => (await supervisor.get(`/api/direct_access/entrances/${id}`)).body.data.entrance
async function change(id: number, change: object) {
  const { is_open, code, course_ids, name, valid_for, valid_unit, updated_at } = await shown(id)
  const body = { is_open, code, course_ids, name, valid_for, valid_unit, updated_at, ...change }
  return supervisor.put(`/api/direct_access/entrances/${id}`, body)
}
const courseId = async (shortname: string): Promise<number> =>
  app.inCompany(COMPANY, async () => (await db.from('learning_courses').where('shortname', shortname).firstOrFail()).id)
const visitsOf = (email: string) =>
  app.asSystem(async () =>
    db
      .from('direct_access_visits as v')
      .join('core_memberships as m', 'm.id', 'v.membership_id')
      .join('core_users as u', 'u.id', 'm.user_id')
      .where('u.email', email)
      .orderBy('v.id')
      .select('v.*'),
  )
/** Does the instruction, as a person does it on a phone: language, pages, declaration. */
async function finish(client: TestClient, participation: number): Promise<void> {
  const course = `/api/learning/participations/${participation}`
  expect((await client.post(`${course}/language`, { language: 'nl' })).status).toBe(200)
  for (const { activities } of (await client.get(course)).body.data.modules)
    for (const { id, type } of activities) {
      const step = `${course}/activities/${id}`
      const done =
        type === 'richtext' ? client.post(`${step}/complete`) : client.post(`${step}/evaluation`, { answers: { begrepen: 'ja' } })
      expect((await done).status).toBe(200)
    }
  await app.settle()
}
const dayIn = (days: number) => addDays(today(), days)
/** A person with a new account in the company, signed in, who used a link. */
async function newcomer(email: string, token: string, given: object = {}): Promise<TestClient> {
  const client = app.visitor()
  const begun = await client.post(at(token, '/register'), { email, language: 'nl', ...given })
  expect(begun.body).toMatchObject({ status: 'good', company: COMPANY })
  await app.settle()
  // With or without self-registration, the page continues the registration of this browser.
  expect((await client.get('/api/registration/state?begun=1')).body).toMatchObject({ registration: { step: 'code', email } })
  expect((await client.post('/public/register/verify', { code: await issue(email) })).status).toBe(200)
  const details = { firstname: 'Bram', lastname: 'Poort', language: 'nl', metadata: '{}', code: '', password: PASSWORD, agreed: true }
  expect((await client.post('/register/update', details)).body).toMatchObject({ status: 'good', role: 'leerling' })
  return client
}

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  const { issueCode } = await import('#core/accounts/codes')
  const { EMAIL_CODE } = await import('#core/registration/own_email')
  issue = (email) =>
    app.asSystem(async () => {
      const user = await db.from('core_users').where('email', email).firstOrFail()
      return (await issueCode(EMAIL_CODE, { userId: user.id, membershipId: null })).code
    })
  supervisor = await signInAs(`beheerder@${COMPANY}.example`)
})

describe('a project', () => {
  it('lets a new person do its instruction from the poster’s link, and shows them at the gate', async () => {
    const email = 'bram@elders.example'
    // A company without self-registration still lets people in at its gate.
    await app.asSystem(async () =>
      db.rawQuery(
        `delete from core_company_settings where plugin = 'registration' and company_id = (select id from core_companies where login_id = ?)`,
        [COMPANY],
      ),
    )
    const visitor = (await app.visitor().get(at(GATE))).body.data
    expect(visitor).toMatchObject({
      kind: 'project',
      name: 'Nieuwbouw kade Eemshaven',
      asks_code: false,
      asks_number: false,
      person: { is: 'visitor' },
    })
    expect(JSON.stringify(visitor)).not.toMatch(/WELKOM26|valid_for|membership/)
    const client = await newcomer(email, GATE)
    const [first, second] = await Promise.all([client.post(at(GATE, '/enter')), client.post(at(GATE, '/enter'))])
    expect(first.body.data).toMatchObject({ outcome: 'course', participation_id: expect.any(Number) })
    expect(second.body).toEqual(first.body)
    const gate = async () => (await supervisor.get('/api/direct_access/visits?search=poort')).body.data
    expect(await gate()).toMatchObject([{ name: 'Bram Poort', status: 'busy', done_at: null, valid_until: null }])
    await finish(client, first.body.data.participation_id)
    const until = DateTime.fromISO(today()).plus({ months: 12 }).toISODate()
    expect(await gate()).toMatchObject([{ name: 'Bram Poort', status: 'done', valid_until: until }])

    const again = await client.post(at(GATE, '/enter'))
    expect(again.body.data).toEqual({ outcome: 'done', proof: expect.any(String) })
    const proof = await app.visitor().get(`/api/direct_access/proofs/${again.body.data.proof}`)
    expect(proof.body.data).toMatchObject({ status: 'done', person: 'Bram Poort', project: 'Nieuwbouw kade Eemshaven', valid_until: until })
    expect((await client.get('/api/direct_access/mine')).body.data).toMatchObject([{ project: 'Nieuwbouw kade Eemshaven', status: 'done' }])
    const file = await supervisor.post('/api/direct_access/visits/export', { format: 'csv', filter: 'search=poort' })
    expect(String(file.body)).toMatch(/Bram Poort/)
  })

  it('requires it again once it is no longer valid, and keeps the last day until it is done', async () => {
    const email = 'opnieuw@elders.example'
    const client = await newcomer(email, GATE)
    const { participation_id: first } = (await client.post(at(GATE, '/enter'))).body.data
    await finish(client, first)
    await app.asSystem(async () => {
      await db
        .from('direct_access_visits')
        .where('participation_id', first)
        .update({ valid_until: dayIn(0) })
    })
    // The end date is the last valid day.
    expect((await client.post(at(GATE, '/enter'))).body.data.outcome).toBe('done')
    await app.asSystem(async () => {
      await db
        .from('direct_access_visits')
        .where('participation_id', first)
        .update({ valid_until: dayIn(-1) })
      await db.rawQuery(`update learning_participations set finished_at = now() - interval '14 months' where id = ?`, [first])
    })
    expect((await client.get(at(GATE))).body.data.person.visits).toMatchObject([{ status: 'expired' }])
    const { outcome, participation_id: second } = (await client.post(at(GATE, '/enter'))).body.data
    expect([outcome, second === first]).toEqual(['course', false])
    expect(await visitsOf(email)).toMatchObject([{ participation_id: second, valid_until: dayIn(-1) }])
    await finish(client, second)
    expect((await client.get(at(GATE))).body.data.person.visits).toMatchObject([{ status: 'done' }])
  })

  it('accepts the same instruction done for another project, from that day', async () => {
    const instruction = await courseId('aan-de-poort')
    const made = await supervisor.post('/api/direct_access/companies/0/projects', {
      ...{ name: 'Aanbouw loods 4', course_ids: [instruction], valid_for: 30, valid_unit: 'days' },
    })
    expect(made.status).toBe(201)
    const token = made.body.data.entrance.link.split('/').at(-1)
    expect(made.body.data.qr.modules).toBeGreaterThan(20)
    const bram = app.visitor()
    await bram.post('/public/auth/login/', { email: 'bram@elders.example', password: PASSWORD, company: COMPANY })
    expect((await bram.post(at(token, '/enter'))).body.data.outcome).toBe('done')
    expect((await visitsOf('bram@elders.example')).at(-1)).toMatchObject({ valid_until: dayIn(30) })
  })

  it('is refused without a suitable instruction, with a name that is taken, and while closed', async () => {
    const body = { name: 'Proef', course_ids: [await courseId('aan-de-poort')], valid_for: 12, valid_unit: 'months' }
    const add = async (more: object) => (await supervisor.post('/api/direct_access/companies/0/projects', { ...body, ...more })).body
    expect((await add({ course_ids: [await courseId('tillen-en-dragen')] })).errors).toMatchObject([
      { field: 'course_ids', rule: 'not_an_instruction' },
    ])
    expect((await add({ course_ids: [] })).errors).toMatchObject([{ field: 'course_ids', rule: 'one_course' }])
    expect((await add({ course_ids: [999_999] })).errors).toMatchObject([{ field: 'course_ids', rule: 'enum' }])
    expect((await add({ name: 'NIEUWBOUW kade Eemshaven' })).errors).toMatchObject([{ field: 'name', rule: 'unique' }])
    await app.asSystem(async () =>
      db.from('learning_courses').where('shortname', 'tillen-en-dragen').update({ is_project_instruction: true }),
    )
    expect((await add({ course_ids: [await courseId('tillen-en-dragen')] })).errors).toMatchObject([
      { field: 'course_ids', rule: 'needs_computer' },
    ])
    await app.asSystem(async () =>
      db.from('learning_courses').where('shortname', 'tillen-en-dragen').update({ is_project_instruction: false }),
    )
    const { id } = (await managed()).projects.find((one: Entrance) => one.name === 'Aanbouw loods 4')
    const stale = await shown(id)
    expect((await change(id, { is_open: false })).status).toBe(200)
    expect((await supervisor.put(`/api/direct_access/entrances/${id}`, { ...stale, name: 'Loods 5' })).body.code).toBe('changed_meanwhile')
    const token = stale.link.split('/').at(-1)!
    const participant = await signInAs(PARTICIPANT)
    for (const what of ['/enter', '/check', '/register'])
      expect((await participant.post(at(token, what), { email: 'x@elders.example', language: 'nl' })).body.code).toBe(
        'direct_access_closed',
      )
    expect((await app.visitor().get(at(token))).body.code).toBe('direct_access_closed')
  })
})

describe('direct access', () => {
  const STANDARD = `demo-standard-${COMPANY}`

  it('accepts the code however it is typed, and opens a course that needs no assignment', async () => {
    expect((await app.visitor().get(at(STANDARD))).body.data).toMatchObject({ kind: 'standard', asks_code: true, courses: [{}, {}] })
    expect((await app.visitor().post(at(STANDARD, '/check'), { code: 'welkom-26 ' })).body).toEqual({ status: 'good' })
    expect(
      (await app.visitor().post(at(STANDARD, '/register'), { code: 'fout', email: 'x@elders.example', language: 'nl' })).body.errors,
    ).toMatchObject([{ field: 'code', rule: 'incorrect_code' }])
    const client = await newcomer('direct@elders.example', STANDARD, { code: 'WELKOM26' })
    const course_id = await courseId('aan-de-poort')
    expect((await client.post(at(STANDARD, '/enter'), { course_id })).body.errors).toMatchObject([{ field: 'code' }])
    expect((await client.post(at(STANDARD, '/enter'), { code: 'WELKOM26' })).body.errors).toMatchObject([
      { field: 'course_id', rule: 'enum' },
    ])
    const entered = await client.post(at(STANDARD, '/enter'), { code: 'WELKOM26', course_id })
    expect(entered.body.data.outcome).toBe('course')
    const { data } = (await client.get(`/api/learning/participations/${entered.body.data.participation_id}`)).body
    expect(data).toMatchObject({ name: 'Poortinstructie', status: 'registered' })
  })

  it('makes an unauthorised person wait, until a supervisor lets them in or gives them the course', async () => {
    const client = await newcomer('wacht@elders.example', STANDARD, { code: 'WELKOM26' })
    const course_id = await courseId('tillen-en-dragen')
    const enter = async () => (await client.post(at(STANDARD, '/enter'), { code: 'WELKOM26', course_id })).body.data
    expect(await enter()).toEqual({ outcome: 'waiting' })
    expect(await enter()).toEqual({ outcome: 'waiting' })
    expect((await client.get('/api/learning/participations')).body.data).toEqual([])
    const [visit] = await visitsOf('wacht@elders.example')
    expect((await client.post(`/api/direct_access/visits/${visit.id}/admit`)).status).toBe(403)
    expect((await (await signInAs('beheerder@bouwmeester.example')).post(`/api/direct_access/visits/${visit.id}/admit`)).status).toBe(404)
    expect((await supervisor.post(`/api/direct_access/visits/${visit.id}/admit`)).status).toBe(200)
    expect((await supervisor.post(`/api/direct_access/visits/${visit.id}/admit`)).body.code).toBe('not_waiting')
    expect((await enter()).outcome).toBe('course')

    const other = await newcomer('krijgt@elders.example', STANDARD, { code: 'WELKOM26' })
    await other.post(at(STANDARD, '/enter'), { code: 'WELKOM26', course_id })
    const [waiting] = await visitsOf('krijgt@elders.example')
    await app.inCompany(COMPANY, async () => {
      const { serviceOf } = await import('#core/kit/services')
      const { learningService } = await import('#plugins/learning/contract/index')
      const service = await serviceOf(learningService)
      await service!.assign(waiting.membership_id, course_id, { dueAt: null, mandatory: false }, null)
    })
    await app.settle()
    expect(await visitsOf('krijgt@elders.example')).toMatchObject([{ participation_id: expect.any(Number) }])
  })

  it('requires a pass or staff number, normalises it, exports it and erases it', async () => {
    const token = `demo-construction-pass-${COMPANY}`
    const give = { code: 'BOUWPAS26' }
    for (const number of ['', '12', "'; drop", 'x'.repeat(30)])
      expect((await app.visitor().post(at(token, '/check'), { ...give, number })).body.errors).toMatchObject([
        { field: 'number', rule: 'pass_number' },
      ])
    const client = await newcomer('pas@elders.example', token, { ...give, number: 'nl 4471.902' })
    await client.post(at(token, '/enter'), { ...give, number: 'nl 4471.902' })
    const [visit] = await visitsOf('pas@elders.example')
    expect(visit.number).toBe('NL4471902')
    expect((await supervisor.get('/api/direct_access/visits?search=nl4471902')).body.meta.total).toBe(1)
    await app.inCompany(COMPANY, async () => {
      const { exportPersonalData, erasePersonalData } = await import('../server/services/personal_data.js')
      expect((await exportPersonalData(visit.membership_id)).came_in).toMatchObject([{ kind: 'construction-pass', number: 'NL4471902' }])
      await erasePersonalData(visit.membership_id)
      expect(await exportPersonalData(visit.membership_id)).toEqual({ came_in: [] })
    })
    const staff = await linkOf('workforce')
    expect(staff).toMatchObject({ is_open: false, code: 'PERSONEEL26' })
    expect((await change(staff.id, { is_open: true, code: 'kort' })).body.errors).toMatchObject([{ field: 'code', rule: 'short_code' }])
    expect((await change(staff.id, { is_open: true, course_ids: [] })).body.errors).toMatchObject([
      { field: 'course_ids', rule: 'no_course' },
    ])
    expect((await change(staff.id, { is_open: true, code: 'ploeg 2026' })).body.data.entrance).toMatchObject({
      is_open: true,
      code: 'PLOEG2026',
    })
    const check = (number: string) => app.visitor().post(at(`demo-workforce-${COMPANY}`, '/check'), { code: 'ploeg2026', number })
    expect((await check('a-12/7')).status).toBe(200)
    expect((await check('-')).body.errors).toMatchObject([{ field: 'number', rule: 'personnel_number' }])
  })

  it('refuses another company, a supervisor, a forged link and a huge body', async () => {
    const elsewhere = await signInAs('leerling@bouwmeester.example')
    expect((await elsewhere.get(at(GATE))).body.data.person.is).toBe('other_company')
    expect((await elsewhere.post(at(GATE, '/enter'))).body.code).toBe('other_company')
    expect((await supervisor.get(at(GATE))).body.data.person.is).toBe('not_a_participant')
    expect((await supervisor.post(at(GATE, '/enter'))).body.code).toBe('not_a_participant')
    expect((await (await signInAs('admin@platform.example')).post(at(GATE, '/enter'))).body.code).toBe('other_company')
    for (const forged of ['x', 'x'.repeat(24), `${GATE}%00`, '%F0%9F%98%80', 'demo-visit-noordwind-0', 'a'.repeat(5_000)]) {
      const { status } = await app.visitor().get(at(forged))
      expect([400, 404, 414]).toContain(status)
    }
    expect((await app.visitor().get('/api/direct_access/proofs/demo-gate-noordwind')).status).toBe(404)
    const participant = await signInAs(PARTICIPANT)
    for (const body of [{ code: { toString: 1 } }, { code: 'x'.repeat(100_000) }, { number: ['1'] }, { course_id: -1 }, { course_id: '1' }])
      expect((await participant.post(at(STANDARD, '/enter'), body)).status).toBe(422)
    expect((await participant.post(at(STANDARD, '/enter'), 'x'.repeat(3_000_000))).status).toBeLessThan(500)
    expect(await visitsOf(PARTICIPANT)).toEqual([])
    const { id } = await linkOf('standard')
    const stranger = await signInAs('beheerder@bouwmeester.example')
    for (const call of [stranger.get(`/api/direct_access/entrances/${id}`), stranger.post(`/api/direct_access/entrances/${id}/renew`)])
      expect((await call).status).toBe(404)
    expect((await stranger.get('/api/direct_access/visits?per_page=100&search=poort')).body.data).toEqual([])
  })

  it('continues a registration only in the browser and for the address that started it', async () => {
    expect((await app.visitor().get('/api/registration/state?begun=1')).body.code).toBe('registration_expired')
    const client = app.visitor()
    await client.post(at(GATE, '/register'), { email: 'een@elders.example', language: 'nl' })
    const start = (email: string) => client.post('/api/registration/start', { email, language: 'nl', begun: true })
    expect((await start('twee@elders.example')).body.code).toBe('registration_expired')
    expect((await start('een@elders.example')).body).toMatchObject({ message: 'code_sent_before' })
    // The answer is the same for an address with an account.
    const known = await app.visitor().post(at(GATE, '/register'), { email: PARTICIPANT, language: 'nl' })
    expect(known.body).toEqual({ status: 'good', message: 'code_sent', company: COMPANY })
  })

  it('stops working when its link is replaced, and its code cannot be guessed', async () => {
    const { id } = await linkOf('standard')
    const guess = (code: string) => app.visitor().post(at(STANDARD, '/check'), { code })
    const answers = await Promise.all(Array.from({ length: 75 }, (_, index) => guess(`FOUT${index}${index}`)))
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(60)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10)
    const blocked = await guess('WELKOM26')
    expect([blocked.status, blocked.body.code]).toEqual([429, 'too_many_attempts'])
    // From a hundred addresses: guesses are also counted per entrance.
    await app.asSystem(async () => {
      await db.from('core_rate_limits').whereLike('key', '%guess_direct_access%').delete()
      await db
        .from('core_rate_limits')
        .whereLike('key', '%guess_at%')
        .update({ points: 500, expire: Date.now() + 60_000 })
    })
    expect((await guess('WELKOM26')).status).toBe(429)
    await app.asSystem(async () => db.from('core_rate_limits').whereLike('key', '%guess%').delete())
    expect((await guess('WELKOM26')).status).toBe(200)
    const renewed = (await supervisor.post(`/api/direct_access/entrances/${id}/renew`)).body.data.entrance
    expect(renewed.code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    expect((await guess(renewed.code)).status).toBe(404)
    const token = renewed.link.split('/').at(-1)
    expect((await app.visitor().post(at(token, '/check'), { code: 'WELKOM26' })).status).toBe(422)
    expect((await app.visitor().post(at(token, '/check'), { code: renewed.code })).status).toBe(200)
  })
})
