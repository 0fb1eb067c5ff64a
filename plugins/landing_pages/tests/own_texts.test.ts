import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import type { LandingContent } from '../blocks.js'

// Landing pages with a company's own texts: what its visitors read, how an admin writes them, and that other sites keep their own.

const base = '/api/landing_pages/pages'
let app: TestApp
let admin: TestClient
let ids: Record<string, number>

interface Detail {
  content: LandingContent
  company: { id: number; name: string } | null
  path: string
  updated_at: string
  changed: boolean
  published: { number: number } | null
  offline_since: string | null
  versions: { number: number }[]
}

const db = async () => (await import('@adonisjs/lucid/services/db')).default

beforeAll(async () => {
  app = await testApp()
  await app.settle()
  admin = await signInAs('admin@platform.example')
  const rows: { id: number; login_id: string }[] = await app.asSystem(async () =>
    (await db()).from('core_companies').select('id', 'login_id'),
  )
  ids = Object.fromEntries(rows.map(({ id, login_id: name }) => [name, Number(id)]))
})

const visit = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, html: await response.text() }
}
const show = async (page: string, company: number): Promise<Detail> => (await admin.get(`${base}/${page}?company=${company}`)).body.data
const alternates = (html: string) => [...html.matchAll(/hreflang="([^"]+)" href="https?:\/\/[^/]+([^"]+)"/g)].map(([, ...found]) => found)
const OWN = 'Met ons mee naar zee'
const PLATFORM = 'Klaar voor de eerste dag op zee'

describe('a company’s own page', () => {
  const path = '/landingpage/ore?company=noordwind'

  it('is read under its login id, in its look, without a script; other sites keep the platform’s', async () => {
    const { status, html } = await visit(path, { 'accept-language': 'nl' })
    expect(status).toBe(200)
    expect(html).toContain(`<h1>${OWN}</h1>`)
    expect(html).toMatch(/<title>Naar zee met Noordwind · Noordwind<\/title>/)
    expect(html).toContain('<meta name="theme-color" content="#0B4F6C">')
    expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag.replace(/nonce="[^"]*"/, ''))).toEqual([
      '<script type="application/ld+json" >',
    ])
    for (const other of ['/landingpage/ore', '/landingpage/ore?company=bouwmeester'])
      expect((await visit(other, { 'accept-language': 'nl' })).html).toContain(`<h1>${PLATFORM}</h1>`)
    // The page without own texts is the platform's, in the company's look.
    expect((await visit('/landingpage/sir?company=noordwind', { 'accept-language': 'nl' })).html).toContain('Veilig werken met hoge druk')
  })

  it('has its own address in each language, its sitemap entry, its courses and the address of its leads', async () => {
    const { html } = await visit(path)
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/landingpage\/ore\?company=noordwind">/)
    expect(alternates(html)).toEqual([
      ['nl', '/landingpage/ore?company=noordwind&amp;lang=nl'],
      ['en', '/landingpage/ore?company=noordwind&amp;lang=en'],
      ['x-default', '/landingpage/ore?company=noordwind'],
    ])
    const english = (await visit(`${path}&lang=en`)).html
    expect(english).toContain('<h1>Go to sea with us</h1>')
    expect(english).toMatch(/href="\/trainingen\/catalogus\/webflow\/offshore\?training=\d+&amp;company=noordwind&amp;lang=en"/)
    expect(english).toContain('href="/interesse?page=ore&amp;company=noordwind&amp;lang=en"')
    expect((await visit('/sitemap.xml?company=noordwind')).html).toContain('/landingpage/ore?company=noordwind</loc>')
  })

  it('costs a first visit at most 120 KB before pictures', async () => {
    const { html } = await visit(path)
    const files = [...html.matchAll(/<link rel="(?:preload|stylesheet|modulepreload)" href="([^"]+)"/g)]
    let bytes = Buffer.byteLength(html)
    for (const [, file] of files) bytes += (await (await fetch(`${app.url}${file}`)).arrayBuffer()).byteLength
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThanOrEqual(120 * 1024)
  })

  it('leads to a form whose details reach the leads of that company', async () => {
    const details = {
      name: 'Jo Visser',
      email: 'jo.visser@voorbeeld.example',
      phone: '',
      organisation: '',
      message: '',
      agreed: true,
      lang: 'nl',
    }
    const client = app.visitor()
    const { status } = await client.post('/api/marketing/interest', { ...details, page: 'ore', company: 'noordwind' })
    expect(status).toBe(202)
    const leads = async (company: number) =>
      (await admin.get(`/api/marketing/leads?search=jo.visser&company=${company}`)).body.data as { subject: string }[]
    expect(await leads(ids.noordwind!)).toMatchObject([{ subject: '/landingpage/ore' }])
    expect(await leads(ids.bouwmeester!)).toEqual([])
  })
})

describe('an admin', () => {
  it('writes a company’s own texts, previews, publishes, takes them offline, restores and removes them', async () => {
    const company = ids.bouwmeester!
    const url = '/landingpage/ore?company=bouwmeester'
    const listed = (await admin.get(`${base}?company=${company}`)).body
    expect(listed.data).toMatchObject([
      { key: 'ore', path: url, own: null },
      { key: 'sir', own: null },
    ])
    // Companies where the plugin is off cannot be chosen.
    expect(listed.companies.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([company, ids.noordwind]))
    expect(listed.companies.map(({ id }: { id: number }) => id)).not.toContain(ids.examenhuis)

    const started = (await admin.post(`${base}/ore/own`, { company })).body.data as Detail
    expect(started).toMatchObject({ company: { id: company }, path: url, published: null, versions: [] })
    expect(started.content.blocks[0]!.heading.nl).toBe(PLATFORM)
    // Beginning again changes nothing.
    expect((await admin.post(`${base}/ore/own`, { company })).body.data.updated_at).toBe(started.updated_at)

    // Written in Dutch only.
    const content = structuredClone(started.content)
    content.title = { nl: 'Op zee met Bouwmeester', en: '' }
    content.blocks[0]!.heading = { nl: 'Bouwen op zee', en: '' }
    const saved = (await admin.put(`${base}/ore`, { company, ...content, updated_at: started.updated_at })).body.data as Detail
    expect((await visit(url, { 'accept-language': 'nl' })).html).toContain(PLATFORM)
    const preview = await admin.get(`${base}/ore/preview?company=${company}&lang=nl`, { accept: 'text/html' })
    expect(preview.status).toBe(200)
    expect(preview.body).toContain('Bouwen op zee')
    expect(preview.body).toContain('Op zee met Bouwmeester · Bouwmeester')
    expect(preview.body).not.toContain('lang="en"')

    const published = (await admin.post(`${base}/ore/publish`, { company, updated_at: saved.updated_at })).body.data as Detail
    expect(published).toMatchObject({ changed: false, published: { number: 1 } })
    // Somebody who prefers English reads the Dutch that there is, and the document says so.
    const { html } = await visit(url, { 'accept-language': 'en' })
    expect(html).toContain('<html lang="nl">')
    expect(html).toContain('<h1>Bouwen op zee</h1>')
    expect(html).toContain('Laat je gegevens achter')
    expect(alternates(html).map(([language]) => language)).toEqual(['nl', 'x-default'])
    expect((await visit('/landingpage/ore', { 'accept-language': 'nl' })).html).toContain(PLATFORM)

    const offline = (await admin.post(`${base}/ore/withdraw`, { company, updated_at: published.updated_at })).body.data as Detail
    expect(offline.offline_since).not.toBeNull()
    expect((await visit(url)).status).toBe(404)
    expect((await visit('/sitemap.xml?company=bouwmeester')).html).not.toContain('/landingpage/ore')
    expect((await visit('/landingpage/ore')).status).toBe(200)
    const restored = await admin.post(`${base}/ore/versions/1/restore`, { company, updated_at: offline.updated_at })
    expect(restored.body.data.versions.map(({ number }: { number: number }) => number)).toEqual([2, 1])
    expect((await visit(url)).html).toContain('Bouwen op zee')

    const stale = await admin.delete(`${base}/ore/own`, { company, updated_at: offline.updated_at })
    expect([stale.status, stale.body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await admin.delete(`${base}/ore/own`, { company, updated_at: restored.body.data.updated_at })).status).toBe(200)
    expect((await visit(url, { 'accept-language': 'nl' })).html).toContain(PLATFORM)
    expect((await admin.get(`${base}/ore?company=${company}`)).status).toBe(404)
  })

  it('changes neither the platform’s texts nor another company’s', async () => {
    const before = [(await admin.get(`${base}/ore`)).body.data, await show('ore', ids.noordwind!)] as Detail[]
    const company = ids.bouwmeester!
    const { content, updated_at } = (await admin.post(`${base}/sir/own`, { company })).body.data as Detail
    expect((await admin.put(`${base}/sir`, { company, ...content, title: { nl: 'Anders', en: '' }, updated_at })).status).toBe(200)
    // A version of one owner fits no other.
    for (const other of [null, ids.noordwind!])
      expect((await admin.post(`${base}/ore/publish`, { company: other, updated_at })).status).toBe(409)
    expect([(await admin.get(`${base}/ore`)).body.data, await show('ore', ids.noordwind!)]).toEqual(before)
    expect((await admin.get(`${base}/sir`)).body.data.content.title.nl).not.toBe('Anders')
  })

  it('is refused a company that is unknown, has the plugin off, has no own texts, or is not named', async () => {
    const updated_at = '2026-01-31T12:00:00.000000Z'
    for (const company of [ids.examenhuis!, 999_999_999]) {
      for (const path of [`${base}?company=${company}`, `${base}/ore?company=${company}`, `${base}/ore/preview?company=${company}`])
        expect([path, (await admin.get(path)).status]).toEqual([path, 404])
      expect((await admin.post(`${base}/ore/own`, { company })).status).toBe(404)
      expect((await admin.post(`${base}/ore/publish`, { company, updated_at })).status).toBe(404)
    }
    for (const company of ['x', '0', '-1', '1.5', '99999999999999999999'])
      expect([company, (await admin.get(`${base}/ore?company=${company}`)).status]).toEqual([company, 422])
    for (const company of ['1', 1.5, 0, null, [1]]) expect((await admin.post(`${base}/ore/own`, { company })).status).toBe(422)
    const unnamed = await admin.post(`${base}/ore/publish`, { updated_at })
    expect([unnamed.status, unnamed.body.errors[0]]).toEqual([422, expect.objectContaining({ field: 'company', rule: 'required' })])
    const without = await admin.post(`${base}/sir/publish`, { company: ids.noordwind, updated_at })
    expect(without.status).toBe(404)
  })
})

describe('the database', () => {
  it('shows a company its own texts and the platform’s published ones, and lets it change only its own', async () => {
    const rows = async (table: string) => (await db()).from(table).orderBy('id').select('company_id')
    await app.inCompany('bouwmeester', async () => {
      const owners = new Set((await rows('landing_pages_versions')).map(({ company_id: id }) => (id === null ? null : Number(id))))
      expect(owners.has(ids.noordwind!)).toBe(false)
      expect(owners.has(null)).toBe(true)
      const drafts = await rows('landing_pages_drafts')
      expect(drafts.every(({ company_id: id }) => Number(id) === ids.bouwmeester)).toBe(true)
      expect(await (await db()).from('landing_pages_versions').whereNull('company_id').update({ withdrawn_at: new Date() })).toEqual(0)
      const content = JSON.stringify({})
      for (const company_id of [null, ids.noordwind!])
        await expect((await db()).table('landing_pages_versions').insert({ company_id, page: 'ore', number: 99, content })).rejects.toThrow(
          /row-level security/,
        )
    })
  })
})
