import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '#core/kit/days'
import { signInAs } from '#core/testing/app'
import { createCompany } from '#core/testing/factories'
import { app, base, begin, bodyOf, change, company, companyOf, course, db, linkWith, admin, second, show, supervisor } from './links.js'

// Creating and changing links, and who has access.

beforeAll(begin)

describe('a booking link', () => {
  it('can be created, listed, changed with its history, and deleted', async () => {
    const link = await linkWith({ campaign: 'Nieuwsbrief maart', price_kind: 'percent', price_value: 10 })
    expect(link.address).toMatch(/\/b\/[\w-]{24}$/)
    const { data } = (await admin.get(`${base}?search=nieuwsbrief maart`)).body
    expect(data).toMatchObject([{ campaign: 'Nieuwsbrief maart', company: 'Noordwind', state: 'open', visits: 0, address: link.address }])
    const changed = await change(link, { courses: [course, second], max_uses: 5 })
    expect(changed.body.data).toMatchObject({ courses: [course, second], max_uses: 5, token: link.token })
    expect((await admin.post(`${base}/${link.id}/switch`, { on: false })).body.data).toMatchObject({ is_on: false, state: 'off' })
    // Off already: no event is stored.
    await admin.post(`${base}/${link.id}/switch`, { on: false })
    const history = (await admin.get(`${base}/${link.id}/history`)).body.data
    expect(history.map(({ act, fields }: { act: string; fields: string[] }) => [act, fields])).toEqual([
      ['switched_off', []],
      ['changed', ['courses', 'max_uses']],
      ['created', []],
    ])
    const audited = await app.asSystem(() => db.from('core_audit_log').whereLike('reason', 'booking_links.%').select('reason'))
    expect(audited.map(({ reason }: { reason: string }) => reason)).toEqual(
      expect.arrayContaining(['booking_links.create', 'booking_links.update']),
    )
    expect((await admin.delete(`${base}/${link.id}`)).status).toBe(200)
    expect((await admin.get(`${base}/${link.id}`)).status).toBe(404)
    expect((await admin.delete(`${base}/${link.id}`)).status).toBe(404)
  })

  it('does not overwrite what another admin saved', async () => {
    const link = await linkWith()
    const other = await signInAs('mini@platform.example')
    expect((await change(link, { city: 'Groningen' })).status).toBe(200)
    const { updated_at: _now, ...stale } = bodyOf({ campaign: link.campaign, city: 'Assen' }) as Record<string, unknown>
    delete stale.company
    const refused = await other.put(`${base}/${link.id}`, { ...stale, updated_at: link.updated_at })
    expect([refused.status, refused.body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await show(link.id)).city).toBe('Groningen')
  })

  it('offers its QR code as PNG, SVG and PDF', async () => {
    const { id } = await linkWith()
    const file = async (format: string) => {
      const { status, headers, bytes } = await admin.get(`${base}/${id}/qr/${format}`)
      return [status, headers.get('content-type')?.split(';')[0], Buffer.from(bytes.slice(0, 4)).toString('latin1')]
    }
    expect(await file('png')).toEqual([200, 'image/png', '\u0089PNG'])
    expect(await file('svg')).toEqual([200, 'image/svg+xml', '<svg'])
    expect(await file('pdf')).toEqual([200, 'application/pdf', '%PDF'])
    expect((await admin.get(`${base}/${id}/qr/exe`)).status).toBe(404)
  })

  it('creates many links for one booking each, with a file of their addresses', async () => {
    const link = await linkWith({ campaign: 'Relatiegeschenk', price_kind: 'percent', price_value: 50 })
    const batch = async (count: number) => {
      const { status, body, headers } = await admin.post(`${base}/${link.id}/batch`, { count })
      expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/csv'])
      const lines = String(body).trim().split('\r\n').slice(1)
      return lines.map((line) => line.split(';') as [name: string, address: string])
    }
    const [first, again] = await Promise.all([batch(30), batch(2)])
    const all = [...first, ...again]
    expect(all.map(([name]) => name).sort()).toEqual(
      Array.from({ length: 32 }, (_, n) => `Relatiegeschenk ${String(n + 1).padStart(5, '0')}`),
    )
    expect(new Set(all.map(([, address]) => address)).size).toBe(32)
    const [[name, address]] = all as [[string, string]]
    const { data } = (await admin.get(`${base}?search=${name}`)).body
    expect(data.find(({ campaign }: { campaign: string }) => campaign === name)).toMatchObject({
      ...{ address, max_uses: 1, price_kind: 'percent', price_value: 50, courses: [course], state: 'open' },
    })
    for (const count of [0, 501, 1.5]) expect((await admin.post(`${base}/${link.id}/batch`, { count })).status).toBe(422)
    expect((await admin.post(`${base}/999999999/batch`, { count: 1 })).status).toBe(404)
  })

  it('reports which field is wrong', async () => {
    const link = await linkWith()
    const wrong = async (more: object) => {
      const { status, body } = await admin.post(base, bodyOf(more))
      return [status, body.errors?.[0]?.field, body.errors?.[0]?.rule]
    }
    expect(await wrong({ campaign: link.campaign })).toEqual([422, 'campaign', 'unique'])
    expect(await wrong({ courses: [999_999_999] })).toEqual([422, 'courses', 'enum'])
    expect(await wrong({ price_kind: 'percent', price_value: 101 })).toEqual([422, 'price_value', 'percent'])
    expect(await wrong({ price_kind: 'amount', price_value: -1 })).toEqual([422, 'price_value', 'range'])
    expect(await wrong({ max_uses: 0 })).toEqual([422, 'max_uses', 'range'])
    expect(await wrong({ month: '2026-13' })).toEqual([422, 'month', 'regex'])
    expect(await wrong({ campaign: 'Met\nregel' })).toEqual([422, 'campaign', expect.any(String)])
    expect((await admin.post(base, bodyOf({ company: 999_999_999 }))).status).toBe(404)
    // A company with the plugin turned off.
    const without = await createCompany({ plugins: ['learning'] })
    expect((await admin.post(base, bodyOf({ company: without.id }))).status).toBe(404)
  })

  it('offers a company’s courses, and where their exams are', async () => {
    const { data } = (await admin.get(`/api/booking_links/options?company=${company}&courses=${course}`)).body
    expect(data.courses.map(({ id }: { id: number }) => id)).toContain(course)
    expect(data).toMatchObject({ cities: expect.any(Array), languages: expect.any(Array), months: expect.any(Array) })
    expect((await admin.get('/api/booking_links/options?company=999999999')).status).toBe(404)
  })

  it('is in the demo of each company twice, with visits and bookings', async () => {
    for (const loginId of ['noordwind', 'bouwmeester']) {
      const { data } = (await admin.get(`${base}?sort=-visits&company=${await companyOf(loginId)}`)).body
      const visited = data.filter(({ visits }: { visits: number }) => visits > 0)
      expect(visited.length).toBeGreaterThanOrEqual(2)
      expect(visited.some(({ booked }: { booked: number }) => booked > 0)).toBe(true)
    }
  })

  it('is hidden from everybody else', async () => {
    const { id } = await linkWith({ expires_on: addDays(today(), 3) })
    const participant = await signInAs('leerling@noordwind.example')
    for (const client of [supervisor, participant])
      for (const path of [base, `${base}/${id}`, `${base}/${id}/history`, `${base}/${id}/days`, `${base}/${id}/qr/png`])
        expect([path, (await client.get(path)).status]).toEqual([path, 403])
    expect((await supervisor.post(base, bodyOf())).status).toBe(403)
    expect((await supervisor.delete(`${base}/${id}`)).status).toBe(403)
    // They have no access to the page itself either.
    expect((await supervisor.get('/tools/bookinglink', { accept: 'text/html' })).body).not.toContain('Nieuwsbrief')
  })
})
