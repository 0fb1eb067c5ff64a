import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs } from '#core/testing/app'
import { PASSWORD } from '#core/testing/client'
import { createCompany, createParticipant } from '#core/testing/factories'
import { superuserOfTest } from '#core/testing/superuser'
import { app, at, base, begin, change, course, db, linkWith, admin, numbersOf, second, start, supervisor, withoutCourse } from './links.js'

// From the short address to the wizard, and what is counted on the way.

beforeAll(begin)

const flush = async () => (await import('../server/services/visits.js')).flushVisits()
const rows = async (id: number) => {
  await flush()
  return app.asSystem(() => db.from('booking_links_days').where('link_id', id).select('*'))
}

describe('a visit', () => {
  it('redirects to the page of the link, and adds one to the row of its day', async () => {
    const link = await linkWith()
    const visitor = app.visitor()
    for (let n = 0; n < 5; n += 1) {
      const { status, headers } = await visitor.get(`/b/${link.token}?price=1&company=bouwmeester`)
      expect([status, headers.get('location')]).toEqual([302, `/boeken/${link.token}`])
      expect(headers.getSetCookie()).toEqual([])
    }
    await Promise.all(Array.from({ length: 20 }, () => app.visitor().get(`/b/${link.token}`)))
    const [row, ...others] = await rows(link.id)
    expect(others).toEqual([])
    // What is stored of 25 visits: a number, and nothing about the visitors.
    expect(Object.keys(row).sort()).toEqual(['company_id', 'day', 'id', 'link_id', 'started', 'visits'])
    expect(Number(row.visits)).toBe(25)
    const [day] = (await admin.get(`${base}/${link.id}/days`)).body.data
    expect(day).toMatchObject({ visits: 25, started: 0 })
  })

  it('needs no query, and is written with others in one statement, for a million visits as for one', async () => {
    const link = await linkWith()
    await app.asSystem(() =>
      db.table('booking_links_days').insert({ company_id: link.company_id, link_id: link.id, day: today(), visits: 999_999 }),
    )
    const visitor = app.visitor()
    const another = await linkWith()
    await flush()
    const written = await app.countQueries(async () => {
      for (const { token } of [link, another, another]) await visitor.get(`/b/${token}`)
      await flush()
    })
    expect(written).toBe(1)
    expect(await numbersOf(link.id)).toMatchObject({ visits: 1_000_000 })
    expect(await numbersOf(another.id)).toMatchObject({ visits: 2 })
    expect(await rows(link.id)).toHaveLength(1)
  })

  it('is kept when the database refuses it, and written the next time', async () => {
    const link = await linkWith()
    const superuser = await superuserOfTest()
    const may = (words: string) => superuser.query(`${words} platform_tenant`)
    try {
      await may('revoke execute on function booking_links_visits(jsonb) from')
      expect((await app.visitor().get(`/b/${link.token}`)).status).toBe(302)
      expect(await rows(link.id)).toEqual([])
    } finally {
      await may('grant execute on function booking_links_visits(jsonb) to')
      await superuser.end()
    }
    expect(await rows(link.id)).toMatchObject([{ visits: expect.anything() }])
    expect(await numbersOf(link.id)).toMatchObject({ visits: 1 })
  })

  it('with an invalid address counts nothing and needs no query', async () => {
    const count = async () => Number((await app.asSystem(() => db.from('booking_links_days').sum('visits as n').first())).n)
    const before = await count()
    const visitor = app.visitor()
    for (const forged of ['kort', '%2e%2e%2fadmin', "a'or'1'='1-----------", '9'.repeat(24)])
      expect((await visitor.get(`/b/${forged}`)).status).toBe(404)
    // A well-formed but unknown token redirects to the page that reports the unknown link.
    const { status, headers } = await visitor.get(`/b/${'x'.repeat(24)}`)
    expect([status, headers.get('location')]).toEqual([302, `/boeken/${'x'.repeat(24)}`])
    await flush()
    expect(await count()).toBe(before)
    expect((await visitor.get(at('x'.repeat(24)))).status).toBe(404)
  })
})

describe('the page of a link', () => {
  it('shows a visitor its courses, and neither campaign nor numbers', async () => {
    const link = await linkWith({ campaign: 'Geheime campagne', price_kind: 'percent', price_value: 20, courses: [course, second] })
    const { status, body } = await app.visitor().get(at(link.token))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      company: { name: 'Noordwind', login_id: 'noordwind' },
      courses: [{ id: course }, { id: second }],
      price: { kind: 'percent', value: 20 },
      standing: 'visitor',
    })
    expect(JSON.stringify(body)).not.toMatch(/Geheime|visits|max_uses|campaign/)
    // In the company's branding.
    const page = await app.visitor().get(`/boeken/${link.token}`, { accept: 'text/html' })
    expect([page.status, page.body.includes('Noordwind')]).toEqual([200, true])
  })

  it('reports why a link is refused, by a stable code', async () => {
    const code = async (token: string) => {
      const { status, body } = await app.visitor().get(at(token))
      return [status, body.code]
    }
    const link = await linkWith()
    await change(link, { is_on: false })
    expect(await code(link.token)).toEqual([409, 'link_off'])
    await change(link, { is_on: true, expires_on: addDays(today(), -1) })
    expect(await code(link.token)).toEqual([409, 'link_expired'])
    await change(link, { expires_on: today() })
    expect((await code(link.token))[0]).toBe(200)
    await admin.delete(`${base}/${link.id}`)
    expect(await code(link.token)).toEqual([404, 'not_found'])
    const gone = await linkWith({ courses: [second] })
    await withoutCourse(second, async () => expect(await code(gone.token)).toEqual([409, 'link_course_gone']))
  })

  it('answers 404 once its company is inactive', async () => {
    const other = await createCompany()
    const offers = (await admin.get(`/api/booking_links/options?company=${other.id}`)).body.data.courses
    const link = await linkWith({ company: other.id, courses: [offers[0].id] })
    expect((await app.visitor().get(at(link.token))).status).toBe(200)
    await app.asSystem(() => db.from('core_companies').where('id', other.id).update({ status: 'inactive' }))
    expect((await app.visitor().get(at(link.token))).status).toBe(404)
    expect((await app.visitor().get(`/b/${link.token}`)).status).toBe(302)
  })

  it('starts the prefilled wizard of the signed-in person, and counts that once', async () => {
    const link = await linkWith({
      type: 'elearning_exam',
      city: 'Groningen',
      language: 'nl',
      month: '2030-01',
      price_kind: 'amount',
      price_value: 500,
    })
    expect((await start(app.visitor(), link.token)).status).toBe(401)
    for (let n = 0; n < 3; n += 1) expect((await start(supervisor, link.token)).status).toBe(200)
    const { data } = (await supervisor.get('/api/booking/draft')).body
    expect(data).toMatchObject({
      step: 'people',
      answers: { link: link.token, course, type: 'elearning_exam', moments: { city: 'Groningen', language: 'nl', month: '2030-01' } },
    })
    // The price stays on the server.
    expect(JSON.stringify(data)).not.toContain('500')
    expect(await numbersOf(link.id)).toMatchObject({ started: 1 })
    expect((await start(supervisor, link.token, second)).body.errors).toMatchObject([{ field: 'course', rule: 'enum' }])
    await supervisor.delete('/api/booking/draft')
  })

  it('refuses people of another company, and people who cannot book', async () => {
    const link = await linkWith()
    const other = await signInAs('beheerder@bouwmeester.example')
    expect((await other.get(at(link.token))).body.data.standing).toBe('other_company')
    const refused = await start(other, link.token)
    expect([refused.status, refused.body.code]).toEqual([409, 'other_company'])
    expect((await admin.get(at(link.token))).body.data.standing).toBe('not_allowed')
    expect((await start(admin, link.token)).body.code).toBe('not_allowed')
  })

  it('lets a new person register in its company and return to it', async () => {
    const link = await linkWith()
    const email = 'nieuw@elders.example'
    const client = app.visitor()
    const begun = await client.post(at(link.token, '/register'), { email, language: 'nl' })
    expect(begun.body).toMatchObject({ status: 'good', company: 'noordwind' })
    await app.settle()
    const { issueCode } = await import('#core/accounts/codes')
    const { EMAIL_CODE } = await import('#core/registration/own_email')
    const code = await app.asSystem(async () => {
      const user = await db.from('core_users').where('email', email).firstOrFail()
      return (await issueCode(EMAIL_CODE, { userId: user.id, membershipId: null })).code
    })
    expect((await client.post('/public/register/verify', { code })).status).toBe(200)
    const details = { firstname: 'Noor', lastname: 'Nieuw', language: 'nl', metadata: '{}', code: '', password: PASSWORD, agreed: true }
    expect((await client.post('/register/update', details)).body).toMatchObject({ status: 'good', role: 'leerling' })
    expect((await client.get(at(link.token))).body.data.standing).toBe('ready')
    expect((await start(client, link.token)).status).toBe(200)
    // A participant does not have to choose participants.
    expect((await client.get('/api/booking/draft')).body.data).toMatchObject({ step: 'confirm', answers: { link: link.token } })
    await change(link, { registration: false })
    const closed = await app.visitor().post(at(link.token, '/register'), { email: 'ander@elders.example', language: 'nl' })
    expect([closed.status, closed.body.code]).toEqual([409, 'registration_closed'])
  })

  it('opens a course to a participant that is not in their catalogue', async () => {
    const link = await linkWith({ courses: [second] })
    await createParticipant('noordwind', { email: 'buiten@noordwind.example', signsIn: true })
    const participant = await signInAs('buiten@noordwind.example')
    const offered = async () => (await participant.get('/api/booking/offers')).body.data.map(({ id }: { id: number }) => id)
    const shown = (is: boolean) => app.asSystem(() => db.from('learning_courses').where('id', second).update({ is_consumer_course: is }))
    await shown(false)
    try {
      expect(await offered()).not.toContain(second)
      expect((await start(participant, link.token, second)).status).toBe(200)
      expect(await offered()).toContain(second)
    } finally {
      await shown(true)
    }
  })
})
