import { beforeAll, describe, expect, it } from 'vitest'
import { signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

let admin: TestClient
beforeAll(async () => {
  await (await testApp()).settle()
  admin = await signInAs('admin@platform.example')
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

  it('filters by status and searches names with a typo', async () => {
    expect((await admin.get('/api/mails?status=failed')).body.data).toEqual([])
    const [first] = (await admin.get('/api/mails')).body.data
    const { body } = await admin.get(`/api/mails?search=${encodeURIComponent(first.to_email)}`)
    expect(body.data.length).toBeGreaterThan(0)
    expect((await admin.get('/api/mails?status=nonsense')).status).toBe(422)
  })

  it('counts what became of all mails, and says that no mail server is set', async () => {
    const total = (await admin.get('/api/mails')).body.meta.total
    const { body } = await admin.get('/api/mails/summary')
    expect(body.data).toEqual({ counts: { waiting: 0, kept: total, sent: 0, failed: 0 }, delivers: false })
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

  it('is not for companies', async () => {
    for (const email of ['beheerder@noordwind.example', 'leerling@noordwind.example']) {
      const status = (await (await signInAs(email)).get('/api/mails')).status
      expect([403, 404]).toContain(status)
    }
  })
})
