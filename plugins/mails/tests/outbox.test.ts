import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

let admin: TestClient
beforeAll(async () => {
  await (await testApp()).settle()
  admin = await signInAs('admin@platform.example')
})

describe('a visitor whose browser remembers a company', () => {
  it('gets the sign-in page for admin addresses, not a 404', async () => {
    const visitor = (await testApp()).visitor()
    expect((await visitor.get('/login/noordwind')).status).toBe(200)
    expect([...visitor.cookies.keys()]).toContain('company')
    for (const path of ['/mails', '/mails/core.mail.invitation']) {
      const { status, body } = await visitor.get(path)
      expect([path, status]).toEqual([path, 200])
      expect(body).not.toContain('"error":"not-found"')
    }
    expect((await visitor.get('/geen-pagina/hier')).status).toBe(404)
  })
})

describe('the outbox', () => {
  it('shows an admin the mails of every company, newest first', async () => {
    const { status, body } = await admin.get('/api/mails?per_page=100')
    expect(status).toBe(200)
    expect(body.meta.total).toBe(body.data.length)
    expect(new Set(body.data.map(({ company }: { company: string }) => company)).size).toBeGreaterThan(1)
    const dates = body.data.map(({ created_at }: { created_at: string }) => created_at)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  it('filters by status and searches names, tolerating a typo', async () => {
    expect((await admin.get('/api/mails?status=failed')).body.data).toEqual([])
    const [first] = (await admin.get('/api/mails')).body.data
    const { body } = await admin.get(`/api/mails?search=${encodeURIComponent(first.to_email)}`)
    expect(body.data.length).toBeGreaterThan(0)
    expect((await admin.get('/api/mails?status=nonsense')).status).toBe(422)
  })

  it('counts all mails by status, and reports that no mail server is configured', async () => {
    const total = (await admin.get('/api/mails')).body.meta.total
    const { body } = await admin.get('/api/mails/summary')
    expect(body.data).toEqual({
      counts: { waiting: 0, sending: 0, kept: total, sent: 0, failed: 0, uncertain: 0, left: 0, bounced: 0, held: 0 },
      delivers: false,
    })
  })

  it('shows one mail as a document that runs nothing', async () => {
    const [first] = (await admin.get('/api/mails')).body.data
    const { data } = (await admin.get(`/api/mails/${first.id}`)).body
    expect(data.text).toContain(first.to_name)
    const html = await admin.get(`/api/mails/${first.id}/html`)
    expect(html.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(html.body).toContain('<!doctype html>')
    expect((await admin.get('/api/mails/999999')).status).toBe(404)
  })

  it('is refused to companies', async () => {
    for (const email of ['beheerder@noordwind.example', 'leerling@noordwind.example']) {
      const status = (await (await signInAs(email)).get('/api/mails')).status
      expect([403, 404]).toContain(status)
    }
  })

  it('shows no secret of a mail, neither in its text nor in its page', async () => {
    await (await testApp()).visitor().post('/public/register/email', { email: 'nieuw@noordwind.example', company: 'noordwind' })
    await (await testApp()).settle()
    const { body } = await admin.get('/api/mails?search=nieuw@noordwind.example')
    const invitation = body.data.find(({ trigger }: { trigger: string }) => trigger === 'core.mail.invitation')
    expect(invitation).toMatchObject({ trigger: 'core.mail.invitation', status: 'kept', is_sealed: true })
    const { data } = (await admin.get(`/api/mails/${invitation.id}`)).body
    const html = (await admin.get(`/api/mails/${invitation.id}/html`)).body as string
    expect(data.text).toContain('/invite?token=••••••••')
    for (const shown of [data.text, html]) expect(shown).not.toMatch(/token=[\w-]{20}/)
  })

  it('delivers a stored mail again on an admin’s request, and none that is being sent', async () => {
    const [kept] = (await admin.get('/api/mails?status=kept')).body.data
    expect((await admin.post(`/api/mails/${kept.id}/send`)).status).toBe(200)
    await (await testApp()).settle()
    expect((await admin.get(`/api/mails/${kept.id}`)).body.data).toMatchObject({ status: 'kept', attempts: kept.attempts + 1 })
    const { default: db } = await import('@adonisjs/lucid/services/db')
    await (await testApp()).asSystem(() => db.from('core_mail_outbox').where('id', kept.id).update({ status: 'sending' }))
    const refused = await admin.post(`/api/mails/${kept.id}/send`)
    expect([refused.status, refused.body.code]).toEqual([409, 'mail_under_way'])
    expect((await admin.post('/api/mails/999999/send')).status).toBe(404)
  })
})

describe('uncertain mails', () => {
  /** Creates uncertain mails, as a process that was killed during delivery leaves them; one is the platform's own. */
  async function cutOff(): Promise<number[]> {
    const app = await testApp()
    const { default: db } = await import('@adonisjs/lucid/services/db')
    return app.asSystem(async () => {
      const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
      const row = (name: string, of: number | null) => ({
        ...{
          company_id: of,
          trigger: 'core.mail.password_changed',
          dedupe_key: name,
          language: 'nl',
          to_email: `${name}@cut.example`,
          to_name: name,
          from_name: '',
        },
        ...{ subject: 'Onzeker', html: '<p>x</p>', text: 'x', status: 'uncertain', payload: '{}' },
      })
      const rows = [row(`een${Math.random()}`, company.id), row(`twee${Math.random()}`, company.id), row(`platform${Math.random()}`, null)]
      return (await db.table('core_mail_outbox').returning('id').multiInsert(rows)).map(({ id }: { id: number }) => id)
    })
  }
  const decide = (client: TestClient, decision: string, count: number) => client.post('/api/mails/uncertain', { decision, count })
  const statuses = async (ids: number[]) =>
    Promise.all(ids.map(async (id) => (await admin.get(`/api/mails/${id}`)).body.data.status as string))
  const attention = async (client: TestClient) =>
    ((await client.get('/api/reports/dashboard')).body.data.attention as { key: string; count: number; href: string }[]).find(
      ({ key }) => key === 'mails.uncertain',
    )

  it('are shown to admins only, who leave all or send all again, and only the number that they saw', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    expect(await attention(admin)).toBeUndefined()
    const ids = await cutOff()
    expect(await attention(admin)).toMatchObject({ count: 3, href: '/mails?status=uncertain' })
    expect(await attention(supervisor)).toBeUndefined()
    expect([403, 404]).toContain((await decide(supervisor, 'send', 3)).status)
    const changed = await decide(admin, 'send', 2)
    expect([changed.status, changed.body.code, changed.body.count]).toEqual([409, 'selection_changed', 3])
    expect(await statuses(ids)).toEqual(['uncertain', 'uncertain', 'uncertain'])

    expect((await decide(admin, 'leave', 3)).status).toBe(200)
    expect(await statuses(ids)).toEqual(['left', 'left', 'left'])
    expect(await attention(admin)).toBeUndefined()

    const others = await cutOff()
    expect((await decide(admin, 'send', 3)).status).toBe(200)
    await (await testApp()).settle()
    // Without a mail server they stay in the outbox: they were delivered again.
    expect(await statuses(others)).toEqual(['kept', 'kept', 'kept'])
    expect(await statuses(ids), 'what was left stays so').toEqual(['left', 'left', 'left'])
  })
})
