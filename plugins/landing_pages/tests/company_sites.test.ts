import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createCompany, type TestCompany } from '#core/testing/factories'
import type { LandingContent } from '../blocks.js'

// @own-process: sets the contact page of the platform

// A company's landing page: its contact button, and its removal with the company.

const PLATFORM_CONTACT = 'https://www.platform.example/contact'
let app: TestApp
let admin: TestClient
const db = async () => (await import('@adonisjs/lucid/services/db')).default

beforeAll(async () => {
  process.env.CONTACT_URL = PLATFORM_CONTACT
  app = await testApp()
  await app.settle()
  admin = await signInAs('admin@platform.example')
})

const visit = async (path: string, client = app.visitor()) => {
  const { status, body, headers } = await client.get(path, { accept: 'text/html', 'accept-language': 'nl' })
  return { status, html: String(body), location: headers.get('location') }
}
const pathOf = ({ loginId }: Pick<TestCompany, 'loginId'>, page = 'ore') => `/landingpage/${page}?company=${loginId}`

describe('the contact button', () => {
  const CONTACT = /<a [^>]*href="([^"]+)"[^>]*>(?:Neem contact op|Leg je vraag voor)/
  /** Where it leads, across the platform's redirect. */
  const contactOf = async (company: Pick<TestCompany, 'loginId'>, client = app.visitor()) => {
    const [, href] = CONTACT.exec((await visit(pathOf(company), client)).html)!
    return href!.startsWith('mailto:') ? href : (await visit(href!.replaceAll('&amp;', '&'), client)).location
  }
  const page = { catalogue: { contact_url: 'https://www.company.example/contact' } }
  const address = { support: { address: 'help+zee@company.example' } }

  it('leads to the company’s contact page, else to its support address', async () => {
    const both = await createCompany({ settings: { ...page, ...address } })
    expect(await contactOf(both)).toBe('https://www.company.example/contact?category=offshore')
    expect(await contactOf(await createCompany({ settings: page }))).toBe('https://www.company.example/contact?category=offshore')
    expect(await contactOf(await createCompany({ settings: address }))).toBe('mailto:help%2Bzee@company.example')
    // Somebody of another company reads the page of this one.
    expect(await contactOf(both, await signInAs('beheerder@bouwmeester.example'))).toBe(
      'https://www.company.example/contact?category=offshore',
    )
  })

  it('leads to the platform’s where the company has neither, or the plugin is off', async () => {
    const platform = `${PLATFORM_CONTACT}?category=offshore`
    expect(await contactOf(await createCompany())).toBe(platform)
    const off = await createCompany({ settings: address })
    await app.withoutPlugin(off.loginId, 'support', async () => expect(await contactOf(off)).toBe(platform))
  })
})

describe('deleting a company', () => {
  const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const hash = createHash('sha256').update(PICTURE).digest('hex')

  /** A company with its own texts and a course with its own picture. */
  async function withOwnPage(): Promise<TestCompany> {
    const company = await createCompany()
    const base = '/api/landing_pages/pages/ore'
    const { content, updated_at } = (await admin.post(`${base}/own`, { company: company.id })).body.data as {
      content: LandingContent
      updated_at: string
    }
    content.blocks[0]!.heading = { nl: `Naar zee met ${company.name}`, en: '' }
    const saved = (await admin.put(base, { company: company.id, ...content, updated_at })).body.data
    expect((await admin.post(`${base}/publish`, { company: company.id, updated_at: saved.updated_at })).status).toBe(200)
    await app.inCompany(company.loginId, async () => {
      const of = { company_id: company.id }
      const course = { ...of, shortname: 'eigen', sector: 'offshore', type: 'e-learning', status: 'available', is_consumer_course: true }
      const [{ id }] = await (await db()).table('learning_courses').insert(course).returning('id')
      await (await db()).table('learning_pictures').insert({ ...of, hash, content_type: 'image/png', content: PICTURE })
      await (await db()).table('learning_course_versions').insert({
        ...{ ...of, course_id: id, number: 1, content_hash: 'eigen', name: { nl: 'Aan boord' }, description: { nl: '<p>Aan boord.</p>' } },
        ...{ languages: ['nl'], duration_minutes: 20, price: 0, access_days: 365, passed_grade: 70, published_at: new Date() },
        picture: { hash, contentType: 'image/png', width: 1, height: 1 },
      })
    })
    return company
  }
  const rowsOf = ({ id }: TestCompany) =>
    app.asSystem(async () => {
      const tables = ['landing_pages_drafts', 'landing_pages_versions', 'learning_courses', 'learning_pictures']
      const counts = await Promise.all(
        tables.map(async (table) => (await db()).from(table).where('company_id', id).count('* as n').first()),
      )
      return counts.map(({ n }) => Number(n))
    })

  it('removes its pages and pictures; the pages of other companies stay the same', async () => {
    const [gone, other] = [await withOwnPage(), await withOwnPage()]
    const picture = (company: TestCompany) => `/api/catalogue/public/pictures/${hash}?company=${company.loginId}`
    expect((await visit(pathOf(gone))).html).toContain(`<h1>Naar zee met ${gone.name}</h1>`)
    expect((await visit(pathOf(gone))).html).toContain(picture(gone))
    expect([await rowsOf(gone), await rowsOf(other)]).toEqual([
      [1, 1, 1, 1],
      [1, 1, 1, 1],
    ])
    const others = [pathOf(other), picture(other), pathOf({ loginId: 'noordwind' }), pathOf({ loginId: 'bouwmeester' }), '/landingpage/ore']
    const read = () => Promise.all(others.map(async (path) => (await visit(path)).html.replaceAll(/nonce="[^"]+"/g, '')))
    const before = await read()

    await app.asSystem(async () => (await db()).from('core_companies').where('id', gone.id).delete())

    expect([await rowsOf(gone), await rowsOf(other)]).toEqual([
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ])
    for (const path of [pathOf(gone), pathOf(gone, 'sir'), picture(gone), `/sitemap.xml?company=${gone.loginId}`])
      expect([path, (await visit(path)).status]).toEqual([path, 404])
    expect((await admin.get(`/api/landing_pages/pages/ore?company=${gone.id}`)).status).toBe(404)
    expect(await read()).toEqual(before)
  })

  it('differs from closing it, which hides its pages until it is opened again', async () => {
    const company = await withOwnPage()
    const become = (status: string) =>
      app.asSystem(async () => (await db()).from('core_companies').where('id', company.id).update({ status, updated_at: new Date() }))
    await become('inactive')
    expect((await visit(pathOf(company))).status).toBe(404)
    await become('active')
    expect((await visit(pathOf(company))).html).toContain(`<h1>Naar zee met ${company.name}</h1>`)
  })
})
