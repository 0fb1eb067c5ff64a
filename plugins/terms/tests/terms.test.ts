import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

const TEXTS = { nl: '# Nieuw\n\nHet is veranderd.', en: 'It changed.' }
const companyId = (login: string) =>
  app.asSystem(async () => (await db.from('core_companies').where('login_id', login).firstOrFail()).id as number)
const publish = async (company: number | null, texts: object = TEXTS) =>
  (await signInAs('admin@platform.example')).post('/api/terms/versions', { company, texts })
const pending = async (email: string) => (await (await signInAs(email)).get('/api/terms/pending')).body.data

describe('the terms', () => {
  it('are asked again after a change, and earlier acceptances stay recorded', async () => {
    const participant = await signInAs('leerling@noordwind.example')
    expect((await participant.get('/api/terms/pending')).body.data).toBeNull()
    const { status, body } = await publish(null)
    expect([status, body.data.number]).toEqual([200, 2])
    const asked = (await participant.get('/api/terms/pending')).body.data
    expect(asked).toMatchObject({ number: 2, again: true, texts: TEXTS })
    expect((await participant.post('/api/terms/accept', { version: 999_999, language: 'nl' })).body.code).toBe('terms_changed')
    const twice = await Promise.all([1, 2].map(() => participant.post('/api/terms/accept', { version: asked.id, language: 'nl' })))
    for (const answer of twice) expect(answer.body).toEqual({ status: 'good' })
    expect((await participant.get('/api/terms/pending')).body.data).toBeNull()
    // Others are still asked.
    expect(await pending('beheerder@noordwind.example')).toMatchObject({ number: 2 })
    expect(await pending('admin@platform.example')).toBeNull()
    const rows = await app.inCompany('noordwind', async () => db.from('terms_acceptances').where('version_id', asked.id))
    expect(rows).toMatchObject([{ language: 'nl', via: 'page' }])
  })

  it('of a company replace the platform’s for its own people only', async () => {
    const id = await companyId('bouwmeester')
    expect((await publish(id, { nl: 'Van Bouwmeester.' })).body.data.number).toBe(2)
    expect(await pending('leerling@bouwmeester.example')).toMatchObject({ number: 2, texts: { nl: 'Van Bouwmeester.' } })
    expect((await pending('beheerder@noordwind.example')).texts).toEqual(TEXTS)
    const visitor = app.visitor()
    expect((await visitor.get('/api/terms/current?company=bouwmeester')).body.data.texts).toEqual({ nl: 'Van Bouwmeester.' })
    expect((await visitor.get('/api/terms/current')).body.data.texts).toEqual(TEXTS)
    expect((await visitor.get('/api/terms/current?company=nergens')).body.data.texts).toEqual(TEXTS)
    const supervisor = await signInAs('beheerder@noordwind.example')
    const listed = (await supervisor.get('/api/terms/versions')).body
    expect(listed.data.map(({ number }: { number: number }) => number)).toEqual([2, 1])
    expect(listed.companies.map(({ name }: { name: string }) => name)).toEqual(['Noordwind'])
    const theirs = await app.asSystem(async () => db.from('terms_versions').where('company_id', id).where('number', 2).firstOrFail())
    expect((await supervisor.get(`/api/terms/versions/${theirs.id}/acceptances`)).status).toBe(404)
  })

  it('are published by admins only, each with its own number', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    expect((await supervisor.post('/api/terms/versions', { company: null, texts: TEXTS })).status).toBe(403)
    for (const nothing of [' ', ' \u200b\n\ufeff']) {
      expect((await publish(null, { nl: nothing })).body.errors).toMatchObject([{ field: 'texts', rule: 'required' }])
    }
    expect((await publish(999_999)).status).toBe(404)
    expect((await (await signInAs('admin@platform.example')).get('/api/terms/versions?company=999999')).status).toBe(404)
    const id = await companyId('examenhuis')
    const both = await Promise.all([publish(id), publish(id)])
    expect(both.map(({ body }) => body.data.number).sort()).toEqual([1, 2])
  })

  it('show who accepted them among one’s own people, and never change', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    const first = await app.asSystem(async () => db.from('terms_versions').whereNull('company_id').where('number', 1).firstOrFail())
    const { data, meta } = (await supervisor.get(`/api/terms/versions/${first.id}/acceptances`)).body
    expect(meta.total).toBeGreaterThan(5)
    expect(new Set(data.map(({ company }: { company: string }) => company))).toEqual(new Set(['Noordwind']))
    // By group, like every list of people; another company's group has no members here.
    const [one] = await app.inCompany('noordwind', async () => db.from('terms_acceptances').where('version_id', first.id).orderBy('id'))
    const make = async (email: string, members: number[]) => {
      const client = await signInAs(email)
      const { id } = (await client.post('/api/groups/groups', { kind: 'location', name: 'Akkoord' })).body.data
      if (members.length) await client.post(`/api/groups/groups/${id}/members`, { members })
      return id as number
    }
    const group = await make('beheerder@noordwind.example', [one.membership_id])
    const foreign = await make('beheerder@bouwmeester.example', [])
    const of = async (value: number | string) =>
      (await supervisor.get(`/api/terms/versions/${first.id}/acceptances?groups_group=${value}`)) as {
        status: number
        body: { data: { id: number }[] }
      }
    expect((await of(group)).body.data.map(({ id }) => id)).toEqual([one.id])
    expect((await of(foreign)).body.data).toEqual([])
    expect((await of('x')).status).toBe(422)
    await expect(app.asSystem(async () => db.from('terms_versions').where('id', first.id).update({ texts: '{}' }))).rejects.toThrow(
      /never changed/,
    )
    await expect(app.inCompany('noordwind', async () => db.from('terms_acceptances').update({ accepted_at: new Date() }))).rejects.toThrow(
      /never changed/,
    )
  })

  it('are accepted by a new person with the same record', async () => {
    const email = 'nieuw@noordwind.example'
    const { issueToken } = await import('#core/accounts/tokens')
    const { INVITATION } = await import('#core/accounts/invitation')
    const member = await app.asSystem(async () =>
      db
        .from('core_memberships as m')
        .join('core_users as u', 'u.id', 'm.user_id')
        .where('u.email', email)
        .select('m.id', 'm.user_id')
        .firstOrFail(),
    )
    const { token } = await issueToken(INVITATION, { userId: member.user_id, membershipId: member.id })
    const client = app.visitor()
    const body = { code: token, firstname: 'Milan', lastname: 'Kok', language: 'en', agreed: true, password: 'Welkom-2026!' }
    expect((await client.post('/invite/update', body)).status).toBe(200)
    // At once, whether or not the listener has handled the event.
    expect((await client.get('/api/terms/pending')).body.data).toBeNull()
    await app.settle()
    const rows = await app.inCompany('noordwind', async () =>
      db
        .from('terms_acceptances as a')
        .join('terms_versions as v', 'v.id', 'a.version_id')
        .where('a.membership_id', member.id)
        .select('a.via', 'a.language', 'v.number'),
    )
    expect(rows).toEqual([{ via: 'invitation', language: 'en', number: 2 }])
  })
})
