import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, signInSupervisor, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, createParticipant, type TestMember } from '#core/testing/factories'
import { isMedical } from '../server/services/medical.js'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let person: TestMember
let own: TestClient

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  const { loginId } = await createCompany()
  supervisor = await signInSupervisor(loginId)
  person = await createParticipant(loginId, { signsIn: true, firstname: 'Jan', lastname: 'Kade', membership: { status: 'active' } })
  own = await signInAs(person.email, undefined, loginId)
  for (const [name, valid_until] of [
    ['B-VCA', day(400)],
    ['Heftruck', day(-3)],
    ['Medische keuring offshore', day(100)],
  ] as const) {
    const body = { name, membership_id: person.id, status: 'passed', grade: null, valid_until, description: '' }
    const added = await supervisor.post('/api/external_courses/courses', body)
    expect(added.status, JSON.stringify(added.body)).toBe(201)
  }
})

type Shown = { parts: { part: string; lines: { name: string; valid: boolean }[] }[]; link?: string | null; words: { title: string } }
const linesOf = ({ parts }: Shown) => parts.flatMap(({ part, lines }) => lines.map(({ name, valid }) => `${part} ${name} ${valid}`))
const mine = async (): Promise<Shown> => (await own.get('/api/passport/mine')).body.data
const tokenOf = (link: string) => link.split('/').at(-1)!
const at = (token: string, query = '') => app.visitor().get(`/api/passport/public/${token}${query}`)

describe('a safety passport', () => {
  it('lists valid and expired proof, and nothing medical', async () => {
    expect(linesOf(await mine())).toEqual(['outside B-VCA true', 'outside Heftruck false'])
    const theirs = await supervisor.get(`/api/passport/people/${person.id}?language=fr`)
    expect(theirs.body.data).toMatchObject({ person: 'Jan Kade', language: 'fr', words: { title: 'Passeport sécurité' } })
    expect(linesOf(theirs.body.data)).toEqual(linesOf(await mine()))
    expect(theirs.body.data).not.toHaveProperty('link')
  })

  it('has no certificate that waits for approval, was refused, or is unknown to its register', async () => {
    const content = '%PDF-1.4\n%%EOF'
    const file = await own.upload('/api/external_courses/mine/files?name=a.pdf', 'file', {
      name: 'a.pdf',
      type: 'application/pdf',
      content,
    })
    const body = { kind: 'vol_vca', name: 'VOL-VCA', valid_until: day(900), files: [file.body.data.id] }
    const { id } = (await own.post('/api/external_courses/mine', body)).body.data
    const has = async () => linesOf(await mine()).includes('outside VOL-VCA true')
    expect(await has()).toBe(false)
    expect((await supervisor.post(`/api/external_courses/courses/${id}/decide`, { approve: false, reason: 'Unreadable' })).status).toBe(200)
    expect(await has()).toBe(false)
    // As approved, and looked up later.
    await app.asSystem(() => db.from('external_courses_courses').where('id', id).update({ approval: 'approved', refusal: '' }))
    expect(await has()).toBe(true)
    expect((await supervisor.post(`/api/external_courses/courses/${id}/check`, { check: 'unknown' })).status).toBe(200)
    expect(await has()).toBe(false)
    expect((await supervisor.delete(`/api/external_courses/courses/${id}`)).status).toBe(200)
  })

  it('is a PDF in three languages for its person and their supervisors', async () => {
    for (const path of ['/api/passport/mine/pdf?language=nl', '/api/passport/mine/pdf?language=fr']) {
      const { status, bytes } = await own.get(path)
      expect([status, Buffer.from(bytes.subarray(0, 5)).toString()]).toEqual([200, '%PDF-'])
    }
    expect((await supervisor.get(`/api/passport/people/${person.id}/pdf?language=en`)).status).toBe(200)
    expect((await own.get('/api/passport/mine/pdf?language=xx')).status).toBe(422)
  })

  it('has a public page that the person turns on; it shows only proofs that are valid today', async () => {
    expect((await mine()).link).toBeNull()
    const { link } = (await own.post('/api/passport/link')).body.data as { link: string }
    const { status, body } = await at(tokenOf(link), '?language=en')
    expect(status).toBe(200)
    expect(linesOf(body.data)).toEqual(['outside B-VCA true'])
    expect(JSON.stringify(body.data)).not.toMatch(/@|Medische|token|birthdate/)
    expect((await app.visitor().get(`/paspoort/${tokenOf(link)}`)).status).toBe(200)
  })

  it('closes the old address when it is renewed or switched off, and with a deactivated person', async () => {
    const first = tokenOf((await mine()).link!)
    const second = tokenOf(((await own.post('/api/passport/link')).body.data as { link: string }).link)
    expect(second).not.toBe(first)
    expect([(await at(first)).status, (await at(second)).status]).toEqual([404, 200])
    await app.asSystem(() => db.from('core_memberships').where('id', person.id).update({ status: 'inactive' }))
    expect((await at(second)).status).toBe(404)
    await app.asSystem(() => db.from('core_memberships').where('id', person.id).update({ status: 'active' }))
    own = await signInAs(
      person.email,
      undefined,
      (await app.asSystem(() => db.from('core_companies').where('id', person.companyId).first())).login_id,
    )
    const both = await Promise.all([own.post('/api/passport/link'), own.post('/api/passport/link')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const last = tokenOf((await mine()).link!)
    expect((await at(last)).status).toBe(200)
    expect((await own.delete('/api/passport/link')).body.data.link).toBeNull()
    expect((await at(last)).status).toBe(404)
    for (const guess of ['', 'x', 'a'.repeat(32), '../mine', '%00', 'a'.repeat(5000)]) {
      const { status } = await at(encodeURIComponent(guess))
      expect([404, 414, 431], guess.slice(0, 20)).toContain(status)
    }
  })

  it('is closed to everybody else: another company’s supervisor, a colleague, an admin without a company', async () => {
    const other = await createCompany()
    const stranger = await signInSupervisor(other.loginId)
    expect((await stranger.get(`/api/passport/people/${person.id}`)).status).toBe(404)
    expect((await stranger.get(`/api/passport/people/${person.id}/pdf`)).status).toBe(404)
    expect((await own.get(`/api/passport/people/${person.id}`)).status).toBe(403)
    const admin = await signInAs('admin@platform.example')
    expect((await admin.get('/api/passport/mine')).status).toBe(404)
  })

  it('is erased with its person, and its link is exported without the secret', async () => {
    await own.post('/api/passport/link')
    const { exportPerson, erasePerson } = await import('#core/privacy/person')
    const member = { companyId: person.companyId, membershipId: person.id } as never
    const { passport } = (await exportPerson(member)) as { passport: { passport: object[] } }
    expect(passport.passport).toEqual([{ created_at: expect.any(Date) }])
    await erasePerson(member, null)
    expect(await app.asSystem(() => db.from('passport_links').where('company_id', person.companyId))).toEqual([])
  })
})

describe('a medical name', () => {
  it.each([
    'Medische keuring',
    'Medical fitness to work',
    'PMO 2026',
    'Audiometrie',
    'Visite médicale',
    'OGUK medical',
    'Vaccinatie hepatitis B',
  ])('is left out: %s', (name) => expect(isMedical(name)).toBe(true))
  it.each([
    'B-VCA',
    'First Aid (GWO)',
    'EHBO',
    'Veiligheid en gezondheid op de bouw',
    'Health and safety awareness',
    'Werken op hoogte',
    'Keurmeester ladders',
  ])('stays: %s', (name) => expect(isMedical(name)).toBe(false))
})
