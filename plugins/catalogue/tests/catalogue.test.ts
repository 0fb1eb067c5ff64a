import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// @own-process: sets the contact page of the platform

// The available courses per role, the requests of participants, and what visitors see without a cookie.

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let participant: TestClient
let supervisor: TestClient
let course: { id: number; name: string }

beforeAll(async () => {
  process.env.CONTACT_URL = 'https://www.platform.example/contact?via=site'
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  await app.settle()
  participant = await signInAs('leerling@noordwind.example')
  supervisor = await signInAs('beheerder@noordwind.example')
  // A course that nobody has: of the platform, published, in the catalogue.
  course = await app.asSystem(async () => {
    const [row] = await db
      .table('learning_courses')
      .insert({ shortname: 'brand-blussen', sector: 'industry', type: 'e-learning', status: 'available', is_consumer_course: true })
      .returning('id')
    const version = {
      name: { nl: 'Brand blussen' },
      description: { nl: '<p>Met <b>schuim</b> &amp; &lt;poeder&gt;.</p>' },
      languages: ['nl'],
      price: 0,
    }
    await db.table('learning_course_versions').insert({
      ...{ course_id: row.id, number: 1, content_hash: 'x', duration_minutes: 30, passed_grade: 70, access_days: 30 },
      ...{ published_at: new Date(), ...version },
    })
    return { id: row.id, name: 'Brand blussen' }
  })
})

const setting = (plugin: string, values: object) =>
  app.asSystem(async () => {
    const company = await db.from('core_companies').where('login_id', 'noordwind').firstOrFail()
    await db.rawQuery(
      `insert into core_company_settings (company_id, plugin, chosen) values (?, ?, ?::jsonb)
       on conflict (company_id, plugin) do update set chosen = core_company_settings.chosen || excluded.chosen`,
      [company.id, plugin, JSON.stringify(values)],
    )
    await db
      .from('core_companies')
      .where('id', company.id)
      .update({ updated_at: db.raw('clock_timestamp()') })
  })
const names = async (client: TestClient, query: string): Promise<string[]> =>
  (await client.get(`/api/catalogue/offers?${query}`)).body.data.map(({ name }: { name: string }) => name)
const page = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}${path}`, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

describe('the catalogue', () => {
  it('is searched from anywhere by training managers, tolerating typos; a participant finds only their own courses', async () => {
    interface Group {
      name: string
      hits: object[]
    }
    const found = async (client: TestClient) =>
      ((await client.get('/api/core/find?text=brant+blussen')).body.data as Group[]).find(({ name }) => name === 'catalogue.offers')?.hits
    expect(await found(supervisor)).toEqual([{ title: course.name, detail: null, path: `/trainingen/catalogus?training=${course.id}` }])
    expect(await found(await signInAs('admin@platform.example'))).toHaveLength(1)
    expect(await found(participant)).toBeUndefined()
  })

  it('finds with a typo, by each filter, and shows courses that are not for companies to admins only', async () => {
    expect(await names(participant, 'search=brant+blusen')).toEqual([course.name])
    expect(await names(supervisor, 'sector=industry,sir&price=free&duration=short&language=nl&type=e-learning')).toEqual([course.name])
    expect(await names(supervisor, 'sector=industry&price=to_50,over')).toEqual(['Basisveiligheid: op weg naar B-VCA'])
    // Several languages: any of them.
    expect(await names(supervisor, 'language=nl,fr&search=blussen')).toEqual([course.name])
    expect(await names(supervisor, 'language=bg,fr&search=blussen')).toEqual([])
    expect((await supervisor.get('/api/catalogue/offers?price=cheap')).status).toBe(422)
    expect((await supervisor.get('/api/catalogue/offers?language=nl,xx')).status).toBe(422)
    for (const sort of ['name', '-price', 'duration', '-newest']) {
      const all = await supervisor.get(`/api/catalogue/offers?per_page=100&sort=${sort}`)
      expect(all.body.data.length, sort).toBe(all.body.meta.total)
    }
    // It shows the newest published version, with that version's texts and facts.
    const [kept, version] = await app.asSystem(async () => [
      (await db.rawQuery('select o.* from learning_offer_list o where o.course_id = ?', [course.id])).rows[0],
      await db.from('learning_course_versions').where('course_id', course.id).firstOrFail(),
    ])
    expect(kept).toMatchObject({ languages: version.languages, duration_minutes: 30, price: 0, published_at: version.published_at })
    expect(await names(participant, 'search=qqxxzzyy')).toEqual([])
    const { body } = await supervisor.get(`/api/catalogue/offers/${course.id}`)
    expect(body.data).toMatchObject({ name: course.name, price_cents: 0, participation: null, requested: false, access_days: 30 })
    await app.asSystem(() => db.from('learning_courses').where('id', course.id).update({ is_consumer_course: false }))
    expect((await supervisor.get(`/api/catalogue/offers/${course.id}`)).status).toBe(404)
    expect((await (await signInAs('admin@platform.example')).get(`/api/catalogue/offers/${course.id}`)).body.data.in_catalogue).toBe(false)
    expect((await page(`/api/catalogue/public/offers/${course.id}`)).status).toBe(404)
    await app.asSystem(() => db.from('learning_courses').where('id', course.id).update({ is_consumer_course: true }))
  })

  it('is closed to participants whose company gives them none', async () => {
    await setting('companies', { catalogue_access: false })
    expect((await participant.get('/api/catalogue/offers')).body.code).toBe('no_catalogue')
    expect((await participant.post(`/api/catalogue/offers/${course.id}/ask`, {})).status).toBe(403)
    expect((await supervisor.get('/api/catalogue/offers')).status).toBe(200)
    await setting('companies', { catalogue_access: true })
    expect((await participant.get('/api/catalogue/offers')).status).toBe(200)
  })

  it('sends one request to a supervisor, who grants it or gives a reason for refusing; each step is mailed', async () => {
    const ask = () => participant.post(`/api/catalogue/offers/${course.id}/ask`, { message: 'Voor de nieuwe hal' })
    expect((await participant.post(`/api/catalogue/offers/${course.id}/take`, {})).body.code).toBe('not_free')
    expect((await Promise.all([ask(), ask()])).map(({ status }) => status)).toEqual([200, 200])
    await app.settle()
    const list = await supervisor.get('/api/catalogue/requests?status=open&search=blussen')
    expect(list.body.data).toMatchObject([{ course: course.name, message: 'Voor de nieuwe hal', status: 'open' }])
    const mails = (trigger: string) => app.asSystem(() => db.from('core_mail_outbox').where('trigger', `catalogue.mail.${trigger}`))
    expect((await mails('requested')).length).toBeGreaterThan(0)
    expect((await participant.get(`/api/catalogue/offers/${course.id}`)).body.data.requested).toBe(true)
    const onCard = async (client: TestClient) => (await client.get('/api/catalogue/offers?search=blussen')).body.data[0].requested
    expect([await onCard(participant), await onCard(supervisor)]).toEqual([true, false])
    const [{ id }] = list.body.data
    const decide = (grant: boolean) => supervisor.post(`/api/catalogue/requests/${id}/decide`, { grant, answer: 'Succes' })
    const both = await Promise.all([decide(true), decide(true)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await app.settle()
    expect(await mails('granted')).toHaveLength(1)
    expect((await participant.get(`/api/catalogue/offers/${course.id}`)).body.data).toMatchObject({
      requested: false,
      participation: expect.any(Number),
    })
    expect(await onCard(participant)).toBe(false)
    expect((await ask()).body.code).toBe('already_open')

    // A person who passed it sees that and may request it again, and the supervisor sees it before granting.
    await app.asSystem(() =>
      db
        .from('learning_participations')
        .where('course_id', course.id)
        .update({ status: 'passed', finished_at: new Date('2026-03-03T10:00:00Z') }),
    )
    const seen = async () => (await participant.get(`/api/catalogue/offers/${course.id}`)).body.data
    expect(await seen()).toMatchObject({ participation: null, passed_at: '2026-03-03T10:00:00.000Z' })
    expect((await ask()).status).toBe(200)
    const [next] = (await supervisor.get('/api/catalogue/requests?status=open&search=blussen')).body.data
    expect((await supervisor.get(`/api/catalogue/requests/${next.id}`)).body.data).toEqual({ passed_at: '2026-03-03T10:00:00.000Z' })
    expect((await (await signInAs('beheerder@bouwmeester.example')).get(`/api/catalogue/requests/${next.id}`)).status).toBe(404)
    const granted = await supervisor.post(`/api/catalogue/requests/${next.id}/decide`, { grant: true })
    expect([granted.status, granted.body.code]).toEqual([200, undefined])
    // The result stays beside the new participation.
    expect(await seen()).toMatchObject({ participation: expect.any(Number), passed_at: '2026-03-03T10:00:00.000Z' })
  })
})

describe('the public catalogue', () => {
  it('contains its content in the HTML, escaped, for visitors and crawlers', async () => {
    const { status, html, headers } = await page('/trainingen/catalogus/webflow/industry?company=noordwind')
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toBeNull()
    expect(html).toContain('<meta name="description" content="')
    expect(html).toContain('<title>Trainingen Industrie · Noordwind</title>')
    expect(html).toContain('Met schuim &amp; &lt;poeder&gt;.')
    expect(html).not.toContain('<poeder>')
    const structured = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)![1]!)
    expect(structured).toMatchObject({ '@type': 'ItemList' })
    const items = structured.itemListElement.map(({ item }: { item: { name: string } }) => item)
    expect(items).toContainEqual(
      expect.objectContaining({ '@type': 'Course', name: course.name, provider: { '@type': 'Organization', name: 'Noordwind' } }),
    )
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/trainingen\/catalogus\/webflow\/industry\?company=noordwind">/)
    const one = await page(`/trainingen/catalogus/webflow?company=noordwind&training=${course.id}`)
    expect(one.html).toContain(`<title>${course.name} · Noordwind</title>`)
    for (const path of ['/webflow/nothing', '/webflow?company=nobody'])
      expect((await page(`/trainingen/catalogus${path}`)).status).toBe(404)
    // The platform's own, in the sector's colours.
    expect((await page('/trainingen/catalogus/webflow/sir')).html).toContain('#7B1E3A')
  })

  it('can be framed by the origins that the company lists, and by no others', async () => {
    const ancestors = async () =>
      /frame-ancestors ([^;]+)/.exec(
        (await page('/trainingen/catalogus/webflow?company=noordwind')).headers.get('content-security-policy')!,
      )![1]
    expect(await ancestors()).toBe("'none'")
    await setting('catalogue', { framed_by: 'https://www.noordwind.example https://werkenbij.noordwind.example' })
    expect(await ancestors()).toBe('https://www.noordwind.example https://werkenbij.noordwind.example')
    // A signed-in person is a visitor here: the page is the same inside and outside a frame.
    const { html } = await page('/trainingen/catalogus/webflow?company=noordwind', { cookie: participant.cookieHeader() })
    expect(html).not.toContain('leerling@noordwind.example')
    const elsewhere = await page('/trainingen/catalogus/webflow?company=bouwmeester')
    expect(elsewhere.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('belongs to the company of the domain', async () => {
    await app.asSystem(() =>
      db.from('core_companies').where('login_id', 'noordwind').update({ site_host: 'opleidingen.noordwind.example' }),
    )
    const { request } = await import('node:http')
    const html = await new Promise<string>((resolve, reject) => {
      const url = new URL(`${app.url}/trainingen/catalogus/webflow`)
      request(
        { hostname: url.hostname, port: url.port, path: url.pathname, headers: { host: 'opleidingen.noordwind.example' } },
        (answer) => {
          let text = ''
          answer.on('data', (chunk) => (text += String(chunk)))
          answer.on('end', () => resolve(text))
        },
      )
        .on('error', reject)
        .end()
    })
    expect(html).toContain('Trainingen · Noordwind')
    expect(html).toContain('<link rel="canonical" href="https://opleidingen.noordwind.example/trainingen/catalogus/webflow">')
  })

  it('redirects to the configured contact page, whatever the request contains', async () => {
    const to = async (path: string) => {
      const { status, headers } = await page(path)
      return status === 302 ? headers.get('location') : status
    }
    // The platform's own, with its subject.
    expect(await to('/booking')).toBe('https://www.platform.example/contact?via=site')
    expect(await to('/booking/offshore/12')).toBe('https://www.platform.example/contact?via=site&category=offshore&courseid=12')
    await setting('catalogue', { contact_url: 'https://www.noordwind.example/contact' })
    const bad = 'url=https://evil.example&redirect=//evil.example&contact_url=https://evil.example'
    expect(await to(`/booking/offshore/12?company=noordwind&${bad}`)).toBe(
      'https://www.noordwind.example/contact?category=offshore&courseid=12',
    )
    expect(await to('/booking/https%3A%2F%2Fevil.example/1?company=noordwind')).toBe('https://www.noordwind.example/contact?courseid=1')
    expect(await to('/booking?company=nobody')).toBe(404)
  })
})
