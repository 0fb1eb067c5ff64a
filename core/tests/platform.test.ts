import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const HTML = { accept: 'text/html' }
const bootstrapOf = (html: string) => JSON.parse(/id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(html)![1]!)

describe('the platform', () => {
  it('reports whether it is alive and ready, and its version', async () => {
    const visitor = app.visitor()
    expect((await visitor.get('/health/live')).body).toEqual({ status: 'good' })
    expect((await visitor.get('/health/ready')).body).toEqual({ status: 'good', checks: { database: true, jobs: true, disk: true } })
    expect((await visitor.get('/version')).body.version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{10}$/)
  })

  it('serves logos, messages and assets immutably by content hash, and nothing else', async () => {
    const visitor = app.visitor()
    const page = bootstrapOf((await visitor.get('/login/noordwind', HTML)).body)
    const asset = /"(\/assets\/main-[\w-]+\.js)"/.exec((await visitor.get('/login/noordwind', HTML)).body)![1]!
    for (const path of [page.branding.logoUrl, page.branding.faviconUrl, page.messages.core.nl, asset]) {
      const { status, headers } = await visitor.get(path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=31536000, immutable'])
    }
    // Opened on its own an image is a document, and an SVG can contain script.
    const { headers: image } = await visitor.get(page.branding.logoUrl)
    expect(image.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    for (const path of [
      '/images/nothing.png',
      '/images/..%2f..%2fapp.key',
      '/i18n/core.nl.000000000000.json',
      '/assets/../package.json',
      '/assets/%2e%2e%2fpackage.json',
    ]) {
      expect((await visitor.get(path)).status).toBe(404)
    }
  })
})

describe('a page', () => {
  it('carries the company’s style, language and policy from the first byte', async () => {
    const { status, body, headers } = await app.visitor().get('/login/bouwmeester', HTML)
    expect(status).toBe(200)
    expect(body).toContain('<html lang="nl">')
    expect(body).toContain('<title>Inloggen · Bouwmeester</title>')
    expect(body).toContain('--brand-primary:#F2A900')
    const policy = headers.get('content-security-policy')!
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!
    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
    for (const tag of body.match(/<(script|style)\b[^>]*>/g)!) expect(tag).toContain(`nonce="${nonce}"`)
    expect(body).not.toMatch(/\sstyle="/)
  })

  it('remembers a visitor’s company and language on pages without one', async () => {
    const visitor = app.visitor()
    await visitor.get('/login/noordwind', HTML)
    await visitor.post('/api/core/session/language', { lang: 'en' })
    const { body } = await visitor.get('/login', HTML)
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('Noordwind')
  })

  it('answers 404 for an unknown address or company and where its plugin is off', async () => {
    const visitor = app.visitor()
    for (const path of ['/login/nobody', '/no/such/page', '/login/%3Cscript%3E']) {
      const { status, body } = await visitor.get(path, HTML)
      expect([path, status]).toEqual([path, 404])
      expect(bootstrapOf(body).error).toBe('not-found')
      expect(body).not.toContain('<script>')
    }
    const supervisor = await signInAs('beheerder@noordwind.example')
    // The outbox is for admins: no company has the plugin on.
    expect((await supervisor.get('/mails', HTML)).status).toBe(404)
    const { body } = await supervisor.get('/no-such-page', HTML)
    expect(bootstrapOf(body).branding.companyName).toBe('Noordwind')
  })

  it('shows each role its own navigation only', async () => {
    const navOf = async (email: string) =>
      bootstrapOf((await (await signInAs(email)).get('/profiel', HTML)).body).nav.map(({ page }: { page: string }) => page)
    expect(await navOf('leerling@noordwind.example')).not.toContain('people.participants')
    const supervisor = await navOf('beheerder@noordwind.example')
    expect(supervisor).not.toContain('learning.trainings')
    expect(supervisor).not.toContain('companies.list')
    expect(await navOf('admin@platform.example')).toEqual(expect.arrayContaining(['companies.list', 'mails.outbox']))
    expect(await navOf('mini@platform.example')).toEqual(expect.arrayContaining(['companies.list', 'mails.outbox']))
  })

  it('escapes the company’s name in the page', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    await app.asSystem(async () =>
      db.from('core_companies').where('login_id', 'examenhuis').update({ name: '</script><script>alert(1)</script>' }),
    )
    const { body } = await app.visitor().get('/login/examenhuis', HTML)
    expect(body).not.toContain('<script>alert')
    expect(bootstrapOf(body).branding.companyName).toBe('</script><script>alert(1)</script>')
  })
})

describe('the audit log', () => {
  it('deletes views after half a year and changes after five', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const { removeOldAudit } = await import('#core/privacy/audit_retention')
    const left = async () =>
      app.asSystem(async () =>
        (await db.from('core_audit_log').where('reason', 'like', 'mark.%').orderBy('id')).map(({ reason }) => reason),
      )
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    await app.asSystem(async () =>
      db.table('core_audit_log').multiInsert([
        { action: 'across_companies', reason: 'mark.old_look', created_at: ago(181) },
        { action: 'across_companies', reason: 'mark.look', created_at: ago(179) },
        { action: 'erase_person', reason: 'mark.change', created_at: ago(181) },
        { action: 'erase_person', reason: 'mark.old_change', created_at: ago(5 * 365 + 1) },
      ]),
    )
    await removeOldAudit()
    expect(await left()).toEqual(['mark.look', 'mark.change'])
  })
})

describe('the prefetch of a page', () => {
  it('is its own code and texts, for signed-in people', async () => {
    const client = await signInAs('leerling@noordwind.example')
    const { body } = await client.get('/deelnemer/trainingen', HTML)
    // Together with what the app needs, after the first paint.
    expect(body).toMatch(/of \["\/assets\/[^\]]+"\/assets\/TrainingsPage-[^\]]+\]\.entries\(\)\) \{/)
    expect(body).toMatch(/const link = [^}]+rel = 'modulepreload'/)
    expect(body).toMatch(/rel="preload" href="\/i18n\/learning\.nl\./)
    const login = (await app.visitor().get('/login/noordwind', HTML)).body
    expect(login).not.toMatch(/TrainingsPage|learning\.nl\.[^"]*" as="fetch"/)
  })

  it('covers public pages for visitors too, and no page behind the sign-in', async () => {
    const dutch = { ...HTML, 'accept-language': 'nl' }
    const { body } = await app.visitor().get('/terms/viewer?company=noordwind', dutch)
    expect(body).toMatch(/of \["\/assets\/[^\]]+"\/assets\/ViewerPage-[^\]]+\]\.entries\(\)\) \{/)
    expect(body).toMatch(/rel="preload" href="\/i18n\/terms\.nl\./)
    const behind = (await app.visitor().get('/deelnemers/profiel?participant=1', dutch)).body
    expect(behind).not.toMatch(/ProfilePage|people\.nl\.[^"]*" as="fetch"/)
  })
})

describe('the scripts of a page', () => {
  const filesOf = (body: string) => {
    const [, list] = /<script nonce="[^"]+">\{\nconst turn[\s\S]+?of (\["\/assets[^\]]+\])\) \{\n +await import/.exec(body) ?? []
    return (JSON.parse(list ?? '[]') as string[]).map((file) => /assets\/([\w-]+?)-[\w-]{8}\.js$/.exec(file)?.[1])
  }

  it('run one after the other, each after its dependencies, once the document is painted', async () => {
    const client = await signInAs('leerling@noordwind.example')
    const { body } = await client.get('/deelnemer/trainingen', HTML)
    expect(filesOf(body)).toEqual(['rolldown-runtime', 'react', 'base', 'common', 'parts', 'app', 'RoutedApp', 'main'])
    // Otherwise the browser would evaluate all of them at once, before it paints.
    expect(body).not.toContain('<script type="module"')
  })

  it('are the sign-in page’s only on a first visit', async () => {
    const { body } = await app.visitor().get('/login/noordwind', HTML)
    expect(filesOf(body)).toEqual(['rolldown-runtime', 'react', 'base', 'common', 'SignInApp', 'main'])
  })
})

describe('the landing page of a person', () => {
  const landing = [
    { path: '/late', landing: { roles: ['leerling'], order: 20 } },
    { path: '/early', landing: { roles: ['leerling', 'beheerder'], order: 10 } },
    { path: '/nobody' },
  ] as const
  it('is the page declared for the role with the lowest order, else the profile', async () => {
    const { landingPath } = await import('#core/contract/pages')
    expect(landingPath(landing, 'leerling')).toBe('/early')
    expect(landingPath(landing.slice(0, 1), 'leerling')).toBe('/late')
    expect(landingPath(landing, 'proctor')).toBe('/profiel')
  })

  it('follows section 6 where those plugins are on', async () => {
    const { pluginRegistry } = await import('#core/plugins/registry')
    const home = (role: 'leerling' | 'beheerder' | 'admin' | 'mini_admin' | 'examinator') => pluginRegistry().home(role, 'all')
    expect([home('leerling'), home('beheerder'), home('admin'), home('mini_admin')]).toEqual([
      '/deelnemer/trainingen',
      '/dashboard',
      '/dashboard',
      '/dashboard',
    ])
    expect(pluginRegistry().home('beheerder', ['learning'])).toBe('/profiel')
  })

  it('is another page when its plugin is off, also from an old link; other missing pages stay missing', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const app = await testApp()
    const setPlugins = (plugins: string[]) =>
      app.asSystem(async () => db.from('core_companies').where('login_id', 'bouwmeester').update({ plugins }))
    const { plugins } = await app.asSystem(async () => db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail())
    await setPlugins(['learning', 'people'])
    const supervisor = await signInAs('beheerder@bouwmeester.example')
    const dashboard = await supervisor.get('/dashboard', { accept: 'text/html' })
    expect([dashboard.status, dashboard.headers.get('location')]).toEqual([302, '/profiel'])
    const participant = await signInAs('leerling@bouwmeester.example')
    expect((await participant.get('/dashboard', { accept: 'text/html' })).status).toBe(404)
    await setPlugins(plugins)
    expect((await supervisor.get('/dashboard', { accept: 'text/html' })).status).toBe(200)
  })
})

describe('a page before any script ran', () => {
  const shownIn = async (client: TestClient, path: string) => {
    const html = String((await client.get(path, HTML)).body)
    // Waiting for a stylesheet would delay the first paint.
    expect(html).not.toContain('rel="stylesheet"')
    expect(html).toContain('@font-face{font-family:Inter Variable')
    const words = (name: string) => new RegExp(`<p class="shell-${name}">(.*?)</p>`).exec(html)?.[1] ?? null
    return { title: words('title'), lead: words('lead'), part: words('part-title'), splash: html.includes('class="splash"') }
  }

  const SPLASH = { title: null, lead: null, part: null, splash: true }

  it('shows the line below its title too, in the language of the reader', async () => {
    const seen = async (email: string) => (await shownIn(await signInAs(email), '/dashboard')).lead
    expect(await seen('beheerder@noordwind.example')).toContain('Noordwind')
    const ofAdmin = await seen('admin@platform.example')
    expect(ofAdmin).not.toContain('Noordwind')
    expect(ofAdmin).toBeTruthy()
  })

  it('is the page of its address, not one that takes the last part for an id', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    const seen = await shownIn(supervisor, '/deelnemers/groepen/importeren')
    expect(seen).toMatchObject({ title: 'Groepen importeren', part: 'Bestand' })
    expect(seen.lead).toBeTruthy()
  })

  it('shows the title between the bars to people with access, a refusal to others, and the company’s logo to a visitor', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    expect(await shownIn(supervisor, '/deelnemers')).toMatchObject({ title: 'Deelnemers', splash: false })
    // The address removes the bars.
    for (const search of ['hidenavigation=1', 'a=1&mode=lti']) expect(await shownIn(supervisor, `/deelnemers?${search}`)).toEqual(SPLASH)
    const participant = await signInAs('leerling@noordwind.example')
    const denied = await shownIn(participant, '/deelnemers')
    expect(denied).toMatchObject({ title: 'Hier heb je geen toegang toe', part: null, splash: false })
    expect(denied.lead).toContain('Vraag je beheerder')
    expect(await shownIn(participant, '/deelnemers?hidenavigation=1')).toEqual(SPLASH)
    expect(await shownIn(app.visitor(), '/login/noordwind')).toEqual(SPLASH)
  })
})
