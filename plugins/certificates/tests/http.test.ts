import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import { readPdf } from '#core/testing/read_pdf'
import type Certificate from '../server/models/certificate.js'
import { membershipOf, passed } from './fixtures.js'

const app = await testApp()
// Server code may be imported once the application has booted.
const { issueCertificate } = await import('../server/services/issue_service.js')

const participant = await signInAs('leerling@noordwind.example')
const manager = await signInAs('beheerder@noordwind.example')
const stranger = await signInAs('beheerder@bouwmeester.example')
const admin = await signInAs('admin@platform.example')

describe('certificates over HTTP', () => {
  beforeAll(() => app.settle())

  const issue = (
    email = 'leerling@noordwind.example',
    company = 'noordwind',
    facts: Parameters<typeof passed>[1] = {},
  ): Promise<Certificate> => app.inCompany(company, async () => (await issueCertificate(passed(await membershipOf(email), facts)))!)

  it('shows a participant their own only', async () => {
    const own = await issue()
    const colleague = await issue('esra.kaya@noordwind.example')
    const { status, body } = await participant.get('/api/certificates/mine')
    expect(status).toBe(200)
    const ids = body.data.map(({ id }: { id: number }) => id)
    expect(ids).toContain(own.id)
    expect(ids).not.toContain(colleague.id)
    expect((await participant.get(`/api/certificates/${own.id}/pdf`)).status).toBe(200)
    expect((await participant.get(`/api/certificates/${colleague.id}/pdf`)).status).toBe(404)
    expect((await participant.get('/api/certificates')).status).toBe(403)
  })

  it('gives the PDF as a download to its owner, managers and admins, and 404 to another company', async () => {
    const { id, number } = await issue()
    const answer = await manager.get(`/api/certificates/${id}/pdf`)
    expect(answer.headers.get('content-type')).toContain('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${number}.pdf"`)
    expect((await admin.get(`/api/certificates/${id}/pdf`)).status).toBe(200)
    expect((await stranger.get(`/api/certificates/${id}/pdf`)).status).toBe(404)
    expect((await app.visitor().get(`/api/certificates/${id}/pdf`)).status).toBe(401)
    for (const wrong of ['0', 'abc', '99999999999999999999']) {
      expect((await manager.get(`/api/certificates/${wrong}/pdf`)).status).toBe(404)
    }
  })

  it.each([
    ['wang.xiaoming@noordwind.example', '王小明'],
    ['mohammed.ali@noordwind.example', 'محمد علي'],
    ['suharto@noordwind.example', 'Suharto'],
  ])('prints the names of demo people as they are written: %s', async (email, name) => {
    const { id, personName } = await issue(email)
    expect(personName).toBe(name)
    const { bytes } = await manager.get(`/api/certificates/${id}/pdf`)
    const { pages, actualTexts } = await readPdf(bytes)
    expect([...pages[0]!.map(({ text }) => text), ...actualTexts]).toContain(name)
  })

  it('lists those of one person for their own supervisor', async () => {
    const esra = await issue('esra.kaya@noordwind.example')
    await issue()
    const { body } = await manager.get(`/api/certificates?membership=${esra.membershipId}&per_page=100`)
    expect(body.data.map(({ id }: { id: number }) => id)).toContain(esra.id)
    expect(new Set(body.data.map(({ membership_id }: { membership_id: number }) => membership_id))).toEqual(new Set([esra.membershipId]))
    expect((await stranger.get(`/api/certificates?membership=${esra.membershipId}`)).body.data).toEqual([])
    expect((await manager.get('/api/certificates?membership=x')).status).toBe(422)
  })

  it('lists with pages, sorting and a typo-tolerant search, each company its own', async () => {
    await issue('esra.kaya@noordwind.example')
    const found = await manager.get('/api/certificates?search=esra%20hogte&per_page=10&sort=person_name')
    expect(found.status).toBe(200)
    expect(found.body.meta).toMatchObject({ page: 1, per_page: 10 })
    expect(found.body.data.length).toBeGreaterThan(0)
    for (const row of found.body.data) expect(row).toMatchObject({ person_name: 'Esra Kaya', course_name: 'Werken op hoogte' })

    const others = await stranger.get('/api/certificates?per_page=100')
    expect(others.body.data.every((row: { company_name: string }) => row.company_name === 'Bouwmeester')).toBe(true)
    const all = await admin.get('/api/certificates?per_page=100')
    expect(new Set(all.body.data.map((row: { company_name: string }) => row.company_name)).size).toBeGreaterThan(1)
    expect((await manager.get('/api/certificates?page=9999')).body.data).toEqual([])
  })

  it('refuses invalid list parameters', async () => {
    for (const query of ['sort=token', 'per_page=7', 'page=0', 'page=x', 'status=lost']) {
      const { status, body } = await manager.get(`/api/certificates?${query}`)
      expect([query, status, body.code]).toEqual([query, 422, 'validation_failed'])
    }
  })

  it('needs the same number of queries for any number of rows on a page', async () => {
    await Promise.all(Array.from({ length: 30 }, () => issue()))
    await app.settle()
    const few = await app.countQueries(() => manager.get('/api/certificates?per_page=10'))
    expect(await app.countQueries(() => manager.get('/api/certificates?per_page=100'))).toBe(few)
    // The session, the count, the page.
    expect(few).toBe(3)
  })

  it('withdraws once, with a reason, in the own company', async () => {
    const { id, token } = await issue()
    expect((await participant.post(`/api/certificates/${id}/revoke`, { reason: 'x' })).status).toBe(403)
    expect((await stranger.post(`/api/certificates/${id}/revoke`, { reason: 'x' })).status).toBe(404)
    expect((await manager.post(`/api/certificates/${id}/revoke`, { reason: '  ' })).status).toBe(422)
    expect((await manager.post(`/api/certificates/${id}/revoke`, {})).status).toBe(422)

    const done = await manager.post(`/api/certificates/${id}/revoke`, { reason: 'Fraude bij de toets' })
    expect(done.status).toBe(200)
    expect(done.body.data).toMatchObject({ status: 'revoked', revoked_reason: 'Fraude bij de toets' })
    const twice = await admin.post(`/api/certificates/${id}/revoke`, { reason: 'x' })
    expect([twice.status, twice.body.code]).toEqual([409, 'already_revoked'])

    const shown = await app.visitor().get(`/api/certificates/public/${token}`)
    expect(shown.body.data.status).toBe('revoked')
    // The reason is between the company and the person.
    expect(JSON.stringify(shown.body)).not.toContain('Fraude')
  })

  it('lets an admin withdraw in any company', async () => {
    const { id } = await issue('leerling@bouwmeester.example', 'bouwmeester')
    expect((await admin.post(`/api/certificates/${id}/revoke`, { reason: 'x' })).status).toBe(200)
  })

  it('shows every printed field to a visitor with the token, in the company’s style', async () => {
    const { token, number } = await issue()
    const { status, body } = await app.visitor().get(`/api/certificates/public/${token}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      number,
      status: 'valid',
      person_name: 'Sanne de Vries',
      birthdate: '1994-03-12',
      course_name: 'Werken op hoogte',
      company_name: 'Noordwind',
      grade: 86,
      branding: { loginId: 'noordwind' },
    })
    expect(body.data).not.toHaveProperty('id')
    const expired = await issue(undefined, undefined, { passedAt: '2020-01-31T10:00:00.000Z', certificateValidMonths: 1 })
    const shown = await app.visitor().get(`/api/certificates/public/${expired.token}`)
    expect(shown.body.data).toMatchObject({ status: 'expired', valid_until: '2020-02-29' })
    // A person signed in elsewhere sees it as a visitor does.
    expect((await stranger.get(`/api/certificates/public/${token}`)).status).toBe(200)
  })

  it('answers 404 for unknown tokens', async () => {
    for (const token of ['x', 'unknown-unknown-unknown', 'a'.repeat(200), `${'a'.repeat(20)}%00`, "' or 1=1 --aaaaaaaaaaaa"]) {
      expect((await app.visitor().get(`/api/certificates/public/${encodeURI(token)}`)).status).toBe(404)
    }
  })

  it('serves the public pages in the company’s style, and 404 for an unknown token', async () => {
    const { token } = await issue('leerling@bouwmeester.example', 'bouwmeester')
    for (const page of ['status', 'qrcode']) {
      const { status, body } = await app.visitor().get(`/certificate/${page}/${token}`)
      expect(status).toBe(200)
      expect(String(body)).toContain('· Bouwmeester</title>')
      expect((await app.visitor().get(`/certificate/${page}/unknown-unknown-unknown`)).status).toBe(404)
    }
  })

  it('answers 404 for a token of an inactive company or one with certificates off', async () => {
    const { token } = await issue('leerling@bouwmeester.example', 'bouwmeester')
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const company = (values: object) => app.asSystem(async () => db.from('core_companies').where('login_id', 'bouwmeester').update(values))
    const statuses = async () => [
      (await app.visitor().get(`/api/certificates/public/${token}`)).status,
      (await app.visitor().get(`/certificate/status/${token}`)).status,
    ]
    const { plugins } = await app.asSystem(async () => db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail())
    expect(await statuses()).toEqual([200, 200])
    await company({ status: 'inactive' })
    expect(await statuses()).toEqual([404, 404])
    await company({ status: 'active', plugins: plugins.filter((id: string) => id !== 'certificates') })
    expect(await statuses()).toEqual([404, 404])
    await company({ plugins })
  })
})
