import { imageSize } from 'image-size'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { type Block, emptyBlock, type LandingContent } from '../blocks.js'

// @own-process: sets the contact page of the platform

// Landing pages: what visitors read without a script, how an admin edits them, and what is refused.

const base = '/api/landing_pages/pages'
let app: TestApp
let admin: TestClient

interface Detail {
  content: LandingContent
  updated_at: string
  changed: boolean
  published: { number: number; at: string } | null
  versions: { number: number; at: string }[]
}

beforeAll(async () => {
  process.env.CONTACT_URL = 'https://www.platform.example/contact'
  app = await testApp()
  await app.settle()
  admin = await signInAs('admin@platform.example')
})

const visit = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const show = async (page: string): Promise<Detail> => (await admin.get(`${base}/${page}`)).body.data
const save = (page: string, content: object, version: string) =>
  admin.put(`${base}/${page}`, { company: null, ...content, updated_at: version })
const structuredOf = (html: string) => JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)![1]!)
const kindsOf = (html: string) => structuredOf(html)['@graph'].map((part: Record<string, string>) => part['@type'])

describe('a landing page', () => {
  it('can be read without a script, in both languages, with the courses of its sector', async () => {
    const { status, html, headers } = await visit('/landingpage/ore', { 'accept-language': 'nl' })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toBeNull()
    expect(html).toContain('<h1>Klaar voor de eerste dag op zee</h1>')
    expect(html).toContain('Introductie offshore wind')
    // Nothing on it runs: the only script element contains data for search engines.
    expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag.replace(/nonce="[^"]*"/, ''))).toEqual([
      '<script type="application/ld+json" >',
    ])
    const english = (await visit('/landingpage/ore?lang=en', { 'accept-language': 'nl' })).html
    expect(english).toContain('<html lang="en">')
    expect(english).toContain('Ready for the first day at sea')
    // Links keep the language of the address.
    expect(english).toMatch(/href="\/trainingen\/catalogus\/webflow\/offshore\?training=\d+&amp;lang=en"/)
  })

  it('shows the benefits of SIR membership, with the discount through contact, and links to contact and waiting list', async () => {
    const { html } = await visit('/landingpage/sir', { 'accept-language': 'nl' })
    expect(html).toContain('100 euro korting op het examen')
    expect(html).toMatch(/Neem contact op en laat weten dat je bedrijf lid is van SIR/)
    expect(html).toContain('href="/booking/sir"')
    expect(html).toMatch(/href="\/trainingen\/catalogus\/webflow\/sir">Zet je op de wachtlijst/)
    // Only existing exams are shown: the next moments are those of the catalogue.
    expect(html).toMatch(/Examen \d+ \w+\.? \d{4}, /)
    expect((await visit('/booking/sir')).headers.get('location')).toBe('https://www.platform.example/contact?category=sir')
  })

  it('has structured data, alternates, social tags and a sitemap entry', async () => {
    const { html } = await visit('/landingpage/sir')
    expect(kindsOf(html)).toEqual(['WebPage', 'ItemList', 'FAQPage'])
    expect(structuredOf(html)['@graph'][1].itemListElement[0].item).toMatchObject({ '@type': 'Course' })
    for (const language of ['nl', 'en', 'x-default'])
      expect(html).toMatch(new RegExp(`<link rel="alternate" hreflang="${language}" href="http[^"]+/landingpage/sir`))
    for (const name of ['og:title', 'og:description', 'og:url', 'og:type', 'twitter:card'])
      expect(html).toMatch(new RegExp(`<meta (?:property|name)="${name}" content="[^"]+">`))
    // Each language names the same alternates.
    const alternates = (page: string) => page.match(/<link rel="alternate"[^>]+>/g)
    expect(alternates((await visit('/landingpage/sir?lang=en')).html)).toEqual(alternates(html))
    expect((await visit('/landingpage/sir?lang=en')).html).toMatch(/<link rel="canonical" href="[^"]+\/landingpage\/sir\?lang=en">/)
    const sitemap = (await visit('/sitemap.xml')).html
    for (const path of ['/landingpage/ore', '/landingpage/sir', '/trainingen/catalogus/webflow/offshore'])
      expect(sitemap).toContain(`${path}</loc>`)
    expect((await visit('/sitemap.xml?company=noordwind')).html).toContain('/landingpage/ore?company=noordwind</loc>')
    // The plugin is off there.
    expect((await visit('/sitemap.xml?company=examenhuis')).html).not.toContain('landingpage')
    expect((await visit('/sitemap.xml?company=nobody')).status).toBe(404)
    expect((await visit('/robots.txt')).html).toMatch(/Sitemap: http\S+\/sitemap\.xml/)
  })

  it('has a picture that link previews can show: of their size, no SVG, and not closed to them by robots.txt', async () => {
    const { html: robots } = await visit('/robots.txt')
    const closed = [...robots.matchAll(/^Disallow: (\S+)/gm)].map(([, path]) => path!)
    for (const path of ['/landingpage/ore', '/landingpage/sir?lang=en', '/landingpage/ore?company=noordwind']) {
      const { pathname, search } = new URL(/og:image" content="([^"]+)"/.exec((await visit(path)).html)![1]!.replaceAll('&amp;', '&'))
      expect(closed.filter((one) => pathname.startsWith(one))).toEqual([])
      const picture = await fetch(`${app.url}${pathname}${search}`)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(imageSize(new Uint8Array(await picture.arrayBuffer()))).toMatchObject({ type: 'jpg', width: 1200, height: 630 })
    }
    expect((await visit('/landingpage/nothing/picture.jpg')).status).toBe(404)
  })

  it('costs a first visit at most 120 KB before pictures', async () => {
    for (const path of ['/landingpage/ore', '/landingpage/sir?company=noordwind']) {
      const { html } = await visit(path)
      const files = [
        ...html.matchAll(/<link rel="(?:preload|stylesheet|modulepreload)" href="([^"]+)"/g),
        ...html.matchAll(/<script[^>]* src="([^"]+)"/g),
      ]
      let bytes = Buffer.byteLength(html)
      for (const [, file] of files) bytes += (await (await fetch(`${app.url}${file}`)).arrayBuffer()).byteLength
      expect(bytes).toBeGreaterThan(10_000)
      expect(bytes).toBeLessThanOrEqual(120 * 1024)
    }
  })

  it('has a company’s branding and name under its login id, and answers 404 for an unknown page or company', async () => {
    const { html } = await visit('/landingpage/ore?company=noordwind')
    expect(html).toMatch(/<title>[^<]+ · Noordwind<\/title>/)
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/landingpage\/ore\?company=noordwind">/)
    expect(html).toContain('company=noordwind&amp;')
    for (const path of [
      '/landingpage/nothing',
      '/landingpage/constructor',
      '/landingpage/ore?company=nobody',
      '/landingpage/ore?company=examenhuis',
    ])
      expect([path, (await visit(path)).status]).toEqual([path, 404])
  })
})

describe('an admin', () => {
  const question = (text: string): Block => ({
    ...emptyBlock('questions'),
    heading: { nl: 'Vragen', en: '' },
    items: [{ title: { nl: text, en: '' }, text: { nl: 'Ja & <nee>? 3 < 4.', en: '' } }],
  })

  it('edits, previews, publishes and restores an earlier version', async () => {
    const before = await show('ore')
    expect(before).toMatchObject({ changed: false, published: { number: 1 } })
    const blocks = [...before.content.blocks.slice(0, 2).reverse()]
    const reversed = await save('ore', { ...before.content, blocks }, before.updated_at)
    expect(reversed.status).toBe(200)
    // The first block of a page is its opening.
    const refused = await admin.post(`${base}/ore/publish`, { company: null, updated_at: reversed.body.data.updated_at })
    expect([refused.status, refused.body.errors[0]]).toEqual([422, expect.objectContaining({ field: 'blocks', rule: 'hero_first' })])
    const content = { ...before.content, blocks: [before.content.blocks[0]!, question('Mag ik meevaren?')] }
    content.blocks[1]!.items[0]!.text = { nl: 'Ja & nee? 3 < 4.', en: '' }
    const saved = (await save('ore', content, reversed.body.data.updated_at)).body.data as Detail
    expect(saved.changed).toBe(true)
    // Visitors do not see the change yet. The preview shows it, and only an admin can open the preview.
    expect((await visit('/landingpage/ore')).html).not.toContain('meevaren')
    const preview = await admin.get(`${base}/ore/preview`, { accept: 'text/html' })
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(preview.body).toContain('Mag ik meevaren?')
    expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    const published = (await admin.post(`${base}/ore/publish`, { company: null, updated_at: saved.updated_at })).body.data as Detail
    expect(published).toMatchObject({ changed: false, published: { number: 2 } })
    const { html } = await visit('/landingpage/ore')
    expect(html).toContain('Ja &amp; nee? 3 &lt; 4.')
    expect(kindsOf(html)).toEqual(['WebPage', 'FAQPage'])
    const restored = await admin.post(`${base}/ore/versions/1/restore`, { company: null, updated_at: published.updated_at })
    expect(restored.body.data.versions.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
    expect((await show('ore')).content).toEqual(before.content)
    expect((await visit('/landingpage/ore', { 'accept-language': 'nl' })).html).toContain('Klaar voor de eerste dag op zee')
    for (const number of ['99', '0', 'x', '1.5', '999999999999'])
      expect(
        (await admin.post(`${base}/ore/versions/${number}/restore`, { company: null, updated_at: restored.body.data.updated_at })).status,
      ).toBe(404)
  })

  it('takes a page offline and publishes it again', async () => {
    const { updated_at: version, published } = await show('ore')
    expect(published).not.toBeNull()
    const { status, body } = await admin.post(`${base}/ore/withdraw`, { company: null, updated_at: version })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ published: null, changed: true, offline_since: expect.any(String) })
    for (const path of ['/landingpage/ore', '/landingpage/ore?company=bouwmeester']) expect((await visit(path)).status).toBe(404)
    expect((await visit('/sitemap.xml')).html).not.toContain('/landingpage/ore')
    expect((await visit('/landingpage/sir')).status).toBe(200)
    const again = await admin.post(`${base}/ore/withdraw`, { company: null, updated_at: body.data.updated_at })
    expect([again.status, again.body.code]).toEqual([409, 'not_published'])
    const back = await admin.post(`${base}/ore/publish`, { company: null, updated_at: body.data.updated_at })
    expect(back.body.data).toMatchObject({ offline_since: null, changed: false })
    expect((await visit('/landingpage/ore')).status).toBe(200)
  })

  it('sees which text is wrong, and nothing is stored', async () => {
    const { content, updated_at: version } = await show('sir')
    const wrong = async (change: object) => {
      const { status, body } = await save('sir', { ...content, ...change }, version)
      return [status, body.errors?.[0]?.field, body.errors?.[0]?.rule]
    }
    const block = { ...question('x') }
    block.items = []
    for (const text of ['<script>alert(1)</script>', 'ha <img src=x onerror=alert(1)>', '</main>', '<!-- -->'])
      expect(await wrong({ title: { nl: text, en: '' } })).toEqual([422, 'title.nl', 'regex'])
    expect(await wrong({ blocks: [{ ...block, text: { nl: 'a\n<b>', en: '' } }] })).toEqual([422, 'blocks.0.text.nl', 'regex'])
    expect(await wrong({ blocks: [{ ...block, type: 'html' }] })).toEqual([422, 'blocks.0.type', 'enum'])
    expect(await wrong({ blocks: [{ ...block, heading: { nl: 'a'.repeat(121), en: '' } }] })).toEqual([
      422,
      'blocks.0.heading.nl',
      'maxLength',
    ])
    expect(await wrong({ blocks: Array.from({ length: 21 }, () => block) })).toEqual([422, 'blocks', 'array.maxLength'])
    expect(await wrong({ blocks: { 0: block } })).toEqual([422, 'blocks', 'array'])
    expect(await show('sir')).toMatchObject({ content, updated_at: version, changed: false })
  })

  it('does not overwrite another admin’s change', async () => {
    const { content, updated_at: version } = await show('sir')
    const other = await signInAs('mini@platform.example')
    expect(
      (await other.put(`${base}/sir`, { company: null, ...content, title: { nl: 'SIR', en: 'SIR' }, updated_at: version })).status,
    ).toBe(200)
    const late = await save('sir', content, version)
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await admin.post(`${base}/sir/publish`, { company: null, updated_at: version })).status).toBe(409)
  })

  it('has sole access: supervisors and participants are refused, and an unknown page answers 404', async () => {
    for (const email of ['beheerder@noordwind.example', 'leerling@noordwind.example']) {
      const client = await signInAs(email)
      for (const path of [base, `${base}/ore`, `${base}/ore/preview`]) expect([path, (await client.get(path)).status]).toEqual([path, 403])
      expect((await client.post(`${base}/ore/publish`, { company: null, updated_at: '2026-01-31T12:00:00.000000Z' })).status).toBe(403)
    }
    for (const path of ['nothing', 'constructor', '1']) {
      expect((await admin.get(`${base}/${path}`)).status).toBe(404)
      expect((await admin.get(`${base}/${path}/preview`)).status).toBe(404)
      expect((await admin.put(`${base}/${path}`, {})).status).toBe(404)
    }
  })
})
