import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
})

const HTML = { accept: 'text/html' }
const bootstrapOf = (html: string) => JSON.parse(/id="bootstrap"[^>]*>(.*?)<\/script>/s.exec(html)![1]!)

describe('an incident', () => {
  it('is shown to visitors and signed-in people until it is over', async () => {
    const { startIncidentCommand, endIncidentCommand } = await import('#core/notices/commands')
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const person = await signInAs('leerling@noordwind.example')
    const told = async () => [
      bootstrapOf((await app.visitor().get('/login/noordwind', HTML)).body).incident,
      (await person.get('/user/identify')).body.incident,
    ]
    expect(await told()).toEqual([null, null])
    await startIncidentCommand(['Certificates come late.', 'Certificaten komen later.'])
    const first = { english_message: 'Certificates come late.', dutch_message: 'Certificaten komen later.' }
    expect(await told()).toEqual([first, first])
    await startIncidentCommand(['All slow.', 'Alles traag.'])
    expect((await told())[0].dutch_message).toBe('Alles traag.')
    await endIncidentCommand()
    expect(await told()).toEqual([null, null])
  })

  it('needs both languages, in one or two lines', async () => {
    const { startIncidentCommand } = await import('#core/notices/commands')
    for (const args of [[], ['Only English'], ['a', ' '], ['a', 'b', 'c'], ['a', 'b'.repeat(301)]]) {
      await expect(startIncidentCommand(args)).rejects.toThrow(/Usage: /)
    }
  })
})

describe('/tools/incident', () => {
  it('lets an admin publish and end an incident, and stores its history', async () => {
    const admin = await signInAs('admin@platform.example')
    const told = async () => bootstrapOf((await app.visitor().get('/login/noordwind', HTML)).body).incident
    const incident = { english_message: 'Mail is late.', dutch_message: 'Mail komt later.' }
    for (const wrong of [
      {},
      { ...incident, dutch_message: ' ' },
      { ...incident, english_message: 'a\nb' },
      { ...incident, english_message: 'x'.repeat(301) },
    ])
      expect((await admin.post('/api/core/incidents', wrong)).status).toBe(422)
    expect(await told()).toBeNull()
    expect((await admin.post('/api/core/incidents', incident)).status).toBe(200)
    expect(await told()).toEqual(incident)
    expect((await admin.post('/api/core/incidents/end', {})).status).toBe(200)
    const again = await admin.post('/api/core/incidents/end', {})
    expect([again.status, again.body.code]).toEqual([409, 'no_incident'])
    expect(await told()).toBeNull()
    const [newest] = (await admin.get('/api/core/incidents')).body.data
    expect(newest).toMatchObject(incident)
    expect(Date.parse(newest.ended_at)).toBeGreaterThanOrEqual(Date.parse(newest.started_at))
  })
})

describe('/tools/audit', () => {
  it('is searched by action, person, company and period, and can be downloaded', async () => {
    const admin = await signInAs('admin@platform.example')
    const get = async (query: string) => (await admin.get(`/api/core/audit?${query}`)).body
    await app.asSystem(() =>
      db.table('core_audit_log').multiInsert([
        { action: 'settings_changed', reason: 'old.one', details: '{}', created_at: new Date(Date.now() - 40 * 86_400_000) },
        { action: 'settings_changed', reason: 'new.one', details: '{"from":"closed"}', created_at: new Date() },
      ]),
    )
    const reasons = ({ data }: { data: { reason: string }[] }) => data.map(({ reason }) => reason)
    expect(reasons(await get('action=settings_changed&period=30'))).toContain('new.one')
    expect(reasons(await get('action=settings_changed&period=30'))).not.toContain('old.one')
    expect(reasons(await get('action=settings_changed&period=365'))).toEqual(expect.arrayContaining(['old.one', 'new.one']))
    expect((await get('search=new.one')).data[0]).toMatchObject({ details: 'from: closed', person: null })
    const { companies, people } = (await admin.get('/api/core/audit/choices')).body.data
    const me = people.find(({ name }: { name: string }) => name.includes('admin@platform.example'))
    expect(new Set((await get(`person=${me.id}&per_page=100`)).data.map(({ email }: { email: string }) => email))).toEqual(
      new Set(['admin@platform.example']),
    )
    expect((await get(`company=${companies[0].id}`)).data.every(({ company }: { company: string }) => company === companies[0].name)).toBe(
      true,
    )
    // Reading the audit log is itself logged, and shown only on request.
    const own = ({ action, reason }: { action: string; reason: string }) => action === 'across_companies' && reason.startsWith('core.audit')
    expect((await get('per_page=100')).data.some(own)).toBe(false)
    expect((await get('log=true&per_page=100')).data.some(own)).toBe(true)
    const file = await admin.post('/api/core/audit/export', { format: 'csv', filter: 'search=new.one' })
    expect(file.status).toBe(200)
    expect(file.body).toContain('new.one')
    // The file has the names that the screen has, and leaves out the same.
    const whole = (await admin.post('/api/core/audit/export', { format: 'csv', filter: '' })).body as string
    expect(whole).toContain('Over bedrijven heen gekeken')
    expect(whole).not.toContain('across_companies')
    expect(whole).not.toContain('core.audit')
    const [header, ...lines] = whole
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(';'))
    const at = (name: string) => header!.findIndex((cell) => cell.includes(name))
    const codes = lines.flatMap((cells) => [cells[at('Handeling')]!, cells[at('Waar')]!]).filter((cell) => /^"?[a-z_.]+"?$/.test(cell))
    expect(codes.filter((code) => !/^(old|new)$/.test(code))).toEqual([])
    expect(at('Handeling') >= 0 && at('Waar') >= 0 && lines.length > 5).toBe(true)
    for (const wrong of ['action=nonsense', 'period=2', 'company=x', 'sort=details'])
      expect((await admin.get(`/api/core/audit?${wrong}`)).status).toBe(422)
  })
})

describe('GET /user/log', () => {
  const sums = () =>
    app.asSystem(async () =>
      db
        .from('core_page_views as v')
        .join('core_companies as c', 'c.id', 'v.company_id')
        .orderBy('v.route')
        .select('c.login_id', 'v.route', 'v.role', 'v.views'),
    )

  it('adds up views by page and role, and stores no person', async () => {
    const person = await signInAs('leerling@noordwind.example')
    const before = await app.visitor().get('/user/log')
    expect(before.status).toBe(401)
    for (let i = 0; i < 3; i++) expect((await person.get('/user/log?route=learning.trainings')).status).toBe(204)
    expect((await person.get('/user/log')).status).toBe(204)
    expect(await sums()).toEqual([
      { login_id: 'noordwind', route: 'client', role: 'leerling', views: 1 },
      { login_id: 'noordwind', route: 'learning.trainings', role: 'leerling', views: 3 },
    ])
  })

  it('ignores pages that are not logged, whatever is sent, and counts no admin', async () => {
    const person = await signInAs('leerling@noordwind.example')
    const before = await sums()
    for (const route of ['nope', 'core.login', 'reports.dashboard', "'; drop table x", 'x'.repeat(5000)]) {
      expect((await person.get(`/user/log?${new URLSearchParams({ route })}`)).status).toBe(422)
    }
    expect((await person.get('/user/log?route[a]=0')).status).toBe(422)
    const admin = await signInAs('admin@platform.example')
    expect((await admin.get('/user/log?route=core.profile')).status).toBe(204)
    expect(await sums()).toEqual(before)
  })

  it('deletes totals after two years', async () => {
    const { removeOldPageViews } = await import('#core/page_views/page_views')
    await app.asSystem(async () => db.from('core_page_views').where('route', 'client').update({ day: '2020-01-01' }))
    await removeOldPageViews()
    expect((await sums()).map(({ route }) => route)).toEqual(['learning.trainings'])
  })
})

describe('the tag manager', () => {
  const ORIGIN = 'https://www.googletagmanager.com'
  const setId = (id: string | null) =>
    app.asSystem(async () => db.from('core_companies').where('login_id', 'noordwind').update({ tag_manager_id: id }))
  const look = async (client: TestClient, path: string, cookie?: string) => {
    if (cookie === undefined) client.cookies.delete('measuring')
    else client.cookies.set('measuring', cookie)
    const { body, headers } = await client.get(path, HTML)
    return { manager: bootstrapOf(body).tagManager, open: headers.get('content-security-policy')!.includes(ORIGIN) }
  }

  it('is off by default, and loaded only after consent, on pages that it measures', async () => {
    const person = await signInAs('leerling@noordwind.example')
    const path = '/deelnemer/trainingen'
    expect(await look(person, path, 'yes.GTM-ABC123')).toEqual({ manager: null, open: false })
    await setId('GTM-ABC123')
    const off = { manager: { id: 'GTM-ABC123', allowed: false }, open: false }
    for (const cookie of [undefined, 'no.GTM-ABC123', 'yes.GTM-OTHER1', 'yes', '']) expect(await look(person, path, cookie)).toEqual(off)
    expect(await look(person, path, 'yes.GTM-ABC123')).toEqual({ manager: { id: 'GTM-ABC123', allowed: true }, open: true })
    // Public pages and errors are not counted.
    for (const elsewhere of ['/privacy/nl', '/no/such/page']) expect(await look(person, elsewhere, 'yes.GTM-ABC123')).toEqual(off)
    for (const client of [app.visitor(), await signInAs('admin@platform.example')]) {
      expect(await look(client, '/profiel', 'yes.GTM-ABC123')).toEqual({ manager: null, open: false })
    }
    // Another company has its own or none.
    expect((await look(await signInAs('leerling@bouwmeester.example'), path, 'yes.GTM-ABC123')).manager).toBeNull()
  })

  it('is a company setting of a fixed format that only an admin changes', async () => {
    const admin = await signInAs('admin@platform.example')
    const find = async () =>
      (await admin.get(`/api/companies/${(await admin.get('/api/companies?search=noordwind')).body.data[0].id}`)).body.data
    const change = async (value: unknown) => {
      const { id, updated_at } = await find()
      return admin.patch(`/api/companies/${id}`, { updated_at, settings: { core: { tag_manager_id: value } } })
    }
    for (const wrong of ['UA-1', 'GTM-', "GTM-A'><script>", 'GTM-ABC 123', 7, {}])
      expect([wrong, (await change(wrong)).status]).toEqual([wrong, 422])
    expect((await change('gtm-xyz789')).body.data.settings.core.tag_manager_id).toBe('GTM-XYZ789')
    expect((await change('')).body.data.settings.core.tag_manager_id).toBeNull()
  })

  it('is a setting of the platform too', async () => {
    const { loadSettings } = await import('#core/config/settings')
    const appKey = 'k'.repeat(32)
    expect((await loadSettings({ APP_KEY: appKey })).tagManagerId).toBeUndefined()
    expect((await loadSettings({ APP_KEY: appKey, TAG_MANAGER_ID: 'GTM-ABC123' })).tagManagerId).toBe('GTM-ABC123')
    await expect(loadSettings({ APP_KEY: appKey, TAG_MANAGER_ID: 'ABC' })).rejects.toThrow(/TAG_MANAGER_ID/)
  })
})

describe('a path without the ids that its page needs', () => {
  it('leads to the page where one is selected', async () => {
    const person = await signInAs('leerling@noordwind.example')
    for (const path of ['', '/quiz', '/evaluatie', '/richtext', '/quiz/resultaten', '/quiz/feedback', '/quiz/']) {
      const { status, headers } = await person.get(`/deelnemer/training${path}`, HTML)
      expect([path, status, headers.get('location')]).toEqual([path, 302, '/deelnemer/trainingen'])
    }
    expect((await person.get('/deelnemer/training/5', HTML)).status).toBe(200)
  })
})
