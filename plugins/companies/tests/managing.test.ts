import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

const LIST = '/api/companies'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  admin = await signInAs('admin@platform.example')
})

const idOf = async (loginId: string): Promise<number> =>
  app.asSystem(async () => (await db.from('core_companies').where('login_id', loginId).firstOrFail()).id)
const show = async (id: number | string) => (await admin.get(`${LIST}/${id}`)).body.data
const audit = (action: string) =>
  app.asSystem(() => db.from('core_audit_log').where({ action }).orderBy('id').select('reason', 'company_id', 'details'))

describe('a supervisor and their own company', () => {
  it('reads and changes it as 0 and by its id, and no other', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    const [own, other] = [await idOf('noordwind'), await idOf('bouwmeester')]
    const before = (await supervisor.get(`${LIST}/0`)).body.data
    expect([before.id, (await supervisor.get(`${LIST}/${own}`)).status]).toEqual([own, 200])
    const change = { updated_at: before.updated_at, settings: { core: { city: 'Velsen' } } }
    expect((await supervisor.patch(`${LIST}/${other}`, change)).status).toBe(404)
    expect((await supervisor.get(`${LIST}/${other}`)).status).toBe(404)
    const { status, body } = await supervisor.patch(`${LIST}/0`, change)
    expect([status, body.data.city, (await show(own)).city]).toEqual([200, 'Velsen', 'Velsen'])
    // A concurrent change: who made it, and what differs.
    const stale = await supervisor.patch(`${LIST}/0`, { ...change, settings: { core: { city: 'Beverwijk' } } })
    expect([stale.status, stale.body.code, stale.body.differs ?? stale.body.details?.differs]).toEqual([
      409,
      'changed_meanwhile',
      ['core.city'],
    ])
    expect((await admin.get(`${LIST}/0`)).status).toBe(404)
  })

  it.each([
    ['companies', 'sir_member', true],
    ['companies', 'exam_provider', true],
    ['learning', 'own_courses', true],
    ['core', 'platform_branding', true],
    ['core', 'tag_manager_id', 'GTM-AB12CD3'],
    ['directory', 'domains', 'example.org'],
  ])('cannot change what belongs to the platform: %s.%s', async (plugin, key, value) => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    const { updated_at, settings, fields, fixed } = (await supervisor.get(`${LIST}/0`)).body.data
    const { status, body } = await supervisor.patch(`${LIST}/0`, { updated_at, settings: { [plugin]: { [key]: value } } })
    expect([status, body.errors]).toEqual([422, [{ field: `${plugin}.${key}`, rule: 'platform_only' }]])
    expect((await supervisor.get(`${LIST}/0`)).body.data.settings).toEqual(settings)
    const has = (list: { plugin: string; fields: { key: string }[] }[]) =>
      list.some((one) => one.plugin === plugin && one.fields.some((field) => field.key === key))
    expect([has(fields), has(fixed)]).toEqual([false, true])
  })

  it('a domain leads to one company, also for concurrent requests', async () => {
    const [one, two] = [await idOf('noordwind'), await idOf('examenhuis')]
    const claim = async (id: number, site_host: string) => {
      const { updated_at } = await show(id)
      return admin.patch(`${LIST}/${id}`, { updated_at, settings: { core: { site_host } } })
    }
    // The host for packages answers nothing else.
    expect((await claim(one, 'packages.localhost')).body.errors).toEqual([{ field: 'core.site_host', rule: 'host_of_platform' }])
    const both = await Promise.all([claim(one, 'leren.voorbeeld.example'), claim(two, 'leren.voorbeeld.example')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const refused = both.find(({ status }) => status === 422)!
    expect(refused.body.errors).toEqual([{ field: 'core.site_host', rule: 'host_taken' }])
    const owners = await app.asSystem(() => db.from('core_companies').where('site_host', 'leren.voorbeeld.example').select('id'))
    expect(owners).toHaveLength(1)
    const [owner] = owners as { id: number }[]
    expect((await claim(owner!.id, '')).status).toBe(200)
    expect((await claim(owner!.id === one ? two : one, 'leren.voorbeeld.example')).status).toBe(200)
  })

  it('a company cannot be closed by its settings', async () => {
    const id = await idOf('examenhuis')
    const { updated_at } = await show(id)
    const { status, body } = await admin.patch(`${LIST}/${id}`, { updated_at, settings: { core: { status: 'inactive' } } })
    expect([status, body.errors]).toEqual([422, [{ field: 'core.status', rule: 'unknown' }]])
  })
})

describe('a new company', () => {
  const core = {
    name: 'Havenwerk',
    legal_name: 'Havenwerk B.V.',
    sender_name: 'Havenwerk',
    street: 'Kade 1',
    postal_code: '3011 AA',
    city: 'Rotterdam',
    country: 'Nederland',
    primary_color: '#004488',
    secondary_color: '#FFAA00',
  }
  const make = (change: object) =>
    admin.post(LIST, { login_id: 'havenwerk', plugins: ['learning', 'people'], settings: { core }, ...change })

  it.each([
    ['no part of an address', { login_id: 'Haven werk' }, 'login_id', 'login_id'],
    ['an address of the platform', { login_id: 'dashboard' }, 'login_id', 'reserved'],
    ['another company’s, whatever its letters', { login_id: 'noordwind' }, 'login_id', 'unique'],
    ['a plugin that there is not', { plugins: ['nonsense'] }, 'plugins', 'unknown'],
    ['a plugin without what it needs', { plugins: ['groups'] }, 'plugins', 'requires'],
    ['a colour that is none', { settings: { core: { ...core, primary_color: 'blauw' } } }, 'core.primary_color', 'hexCode'],
    ['no city', { settings: { core: { ...core, city: undefined } } }, 'core.city', 'required'],
  ])('with %s is refused and creates nothing', async (_what, change, field, rule) => {
    const { status, body } = await make(change)
    expect([status, body.errors[0].field, body.errors[0].rule]).toEqual([422, field, rule])
    expect((await admin.get(`${LIST}?search=havenwerk`)).body.data).toEqual([])
  })

  it('opens at its address with the selected plugins, and can get another address', async () => {
    const { status, body } = await make({})
    expect([status, body.data.login_id, body.data.plugins]).toEqual([201, 'havenwerk', ['learning', 'people']])
    const at = async (path: string) => (await app.visitor().get(path, { accept: 'text/html' })).status
    expect(await at('/login/havenwerk')).toBe(200)
    const { id, updated_at } = body.data
    const changed = await admin.put(`${LIST}/${id}/login_id`, { login_id: 'haven', updated_at })
    expect([changed.status, await at('/login/havenwerk'), await at('/login/haven')]).toEqual([200, 404, 200])
    expect((await admin.put(`${LIST}/${id}/login_id`, { login_id: 'haven2', updated_at })).body.code).toBe('changed_meanwhile')
    const declared = await show(await idOf('noordwind'))
    const refused = await admin.put(`${LIST}/${declared.id}/login_id`, { login_id: 'zuidwind', updated_at: declared.updated_at })
    expect([refused.status, refused.body.code]).toEqual([409, 'declared_login_id'])
  })

  it('switches plugins together with their effects, and never one without its requirements', async () => {
    const id = await idOf('bouwmeester')
    const { body } = await admin.get(`${LIST}/${id}/plugins`)
    const groups = body.data.plugins.find((plugin: { id: string }) => plugin.id === 'groups')
    expect(groups).toMatchObject({ on: true, requires: ['people', 'learning'] })
    expect([groups.jobs > 0, groups.pages.some(({ path }: { path: string }) => path === '/deelnemers/groepen')]).toEqual([true, true])
    const on: string[] = body.data.plugins.flatMap((plugin: { id: string; on: boolean }) => (plugin.on ? [plugin.id] : []))
    const put = (plugins: string[], updated_at: string) => admin.put(`${LIST}/${id}/plugins`, { plugins, updated_at })
    const without = await put(
      on.filter((plugin) => plugin !== 'learning'),
      body.data.version,
    )
    expect([without.status, without.body.errors[0].rule]).toEqual([422, 'requires'])
    const supervisor = await signInAs('beheerder@bouwmeester.example')
    expect((await supervisor.get('/api/groups/groups')).status).toBe(200)
    // Toolbox meetings need groups.
    const off = await put(
      on.filter((plugin) => plugin !== 'groups' && plugin !== 'toolbox_meetings'),
      body.data.version,
    )
    expect([off.status, (await supervisor.get('/api/groups/groups')).status]).toEqual([200, 404])
    const again = await put(on, off.body.data.updated_at)
    expect([again.status, (await supervisor.get('/api/groups/groups')).status]).toEqual([200, 200])
    const noted = (await audit('company_changed')).filter(({ reason }) => reason === 'companies.plugins').map(({ details }) => details)
    expect(noted).toEqual([
      { on: [], off: ['groups', 'toolbox_meetings'] },
      { on: ['groups', 'toolbox_meetings'], off: [] },
    ])
  })
})

describe('a company that is closed', () => {
  it('ends all sessions, refuses sign-in with a reason, and reopens with all data', async () => {
    const id = await idOf('examenhuis')
    const examiner = await signInAs('examinator@examenhuis.example')
    const facts = (await admin.get(`${LIST}/${id}/status`)).body.data
    expect([facts.people > 0, facts.signed_in > 0]).toEqual([true, true])
    // As people who came in by their company's own address.
    await examiner.get('/login/examenhuis', { accept: 'text/html' })
    const { updated_at } = await show(id)
    const closed = await admin.put(`${LIST}/${id}/status`, { status: 'inactive', updated_at })
    expect([closed.status, closed.body.data.status]).toEqual([200, 'inactive'])
    expect([(await examiner.get('/user/identify')).status, (await examiner.get('/user/identify')).body.code]).toEqual([
      401,
      'session_expired',
    ])
    const left = await app.asSystem(() => db.from('core_sessions').where('company_id', id).select('id'))
    expect(left).toEqual([])
    const page = await app.visitor().get('/login/examenhuis', { accept: 'text/html' })
    expect([page.status, String(page.body).includes('"error":"closed"')]).toEqual([410, true])
    // Their own address leads to the platform's sign-in page, which explains why.
    const door = await examiner.get('/', { accept: 'text/html' })
    const { closedCompany, user, branding } = JSON.parse(
      /<script[^>]*id="bootstrap"[^>]*>([\s\S]*?)<\/script>/.exec(String(door.body))![1]!,
    )
    expect([closedCompany, user, branding.loginId]).toEqual(['Examenhuis', null, null])
    const check = await app.visitor().post('/public/register/email', { email: 'examinator@examenhuis.example', company: 'examenhuis' })
    expect(check.body).toMatchObject({ active_account: false, company_inactive: true })
    const opened = await admin.put(`${LIST}/${id}/status`, { status: 'active', updated_at: closed.body.data.updated_at })
    expect(opened.status).toBe(200)
    // Old sessions stay ended; a new sign-in works.
    expect((await examiner.get('/user/identify')).status).toBe(401)
    expect((await (await signInAs('examinator@examenhuis.example')).get('/user/identify')).status).toBe(200)
  })
})

describe('viewing the site as a company', () => {
  const bootstrapOf = async (client: TestClient, path = '/dashboard') => {
    const { body } = await client.get(path, { accept: 'text/html' })
    return JSON.parse(/<script[^>]*id="bootstrap"[^>]*>([\s\S]*?)<\/script>/.exec(String(body))![1]!)
  }
  const REPORT = {
    ...{ source: 'people.people', columns: ['name'], match: 'all', filters: [], period: null, people: {}, company: null },
    ...{ group: null, chart: null, sort: null },
  }
  const CHANGE = ['/api/groups/groups', { kind: 'location', name: 'Van een bezoek', rule: null }] as const
  const start = async (loginId: string) => {
    const visitor = await signInAs('admin@platform.example')
    const { status, body } = await visitor.post(`${LIST}/${await idOf(loginId)}/visit`, {})
    expect([status, body.data.to]).toEqual([200, '/dashboard'])
    const { impersonation } = await bootstrapOf(visitor)
    const headers = { 'x-visit': String(impersonation.id) }
    return { visitor, impersonation, headers }
  }

  it('has that company’s scope and its supervisors’ role without a membership; every page can be read', async () => {
    const { visitor, impersonation } = await start('noordwind')
    const bootstrap = await bootstrapOf(visitor)
    expect([bootstrap.user.user_role, bootstrap.branding.loginId, bootstrap.tagManager, impersonation.mayChange]).toEqual([
      'beheerder',
      'noordwind',
      null,
      false,
    ])
    expect(Date.parse(impersonation.until) - Date.now()).toBeLessThanOrEqual(30 * 60_000)
    const people = async (client: TestClient) => (await client.get('/api/people/participants')).body
    const supervisor = await signInAs('beheerder@noordwind.example')
    expect(await people(visitor)).toEqual(await people(supervisor))
    // No call of admins, and nobody else's company.
    expect((await visitor.get(LIST)).status).toBe(403)
    expect((await visitor.get(`${LIST}/${await idOf('bouwmeester')}`)).status).toBe(404)
    // No actions of a learner: no course to take, no quiz to answer.
    expect((await visitor.get('/api/learning/participations')).status).not.toBe(200)
    const { pluginRegistry } = await import('#core/plugins/registry')
    const read = pluginRegistry().routes.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/') && !path.includes(':'))
    const broken: string[] = []
    for (const { path } of read) {
      const { status } = await visitor.get(path)
      if (status >= 500) broken.push(`${path} ${status}`)
    }
    expect(broken).toEqual([])
  })

  it('is read-only until a reason is given; each change is in the audit log with it', async () => {
    const { visitor, impersonation, headers } = await start('noordwind')
    const groups = () => app.inCompany('noordwind', () => db.from('groups_groups').where('name', 'Van een bezoek').select('id'))
    const refused = await visitor.post(...CHANGE, headers)
    expect([refused.status, refused.body.code, await groups()]).toEqual([403, 'visit_read_only', []])
    // A request that only reads counts as viewing, whatever its method.
    const shown = await visitor.post('/api/reports/preview', { definition: REPORT }, headers)
    const skill = { name: 'Van een bezoek', text: '', valid_months: 12, courses: [], externals: ['VCA'], everybody: true, groups: [] }
    const foreseen = await visitor.post('/api/skills/preview', skill, headers)
    expect([shown.status, foreseen.status, (await audit('visit_change')).length]).toEqual([200, 200, 0])
    expect(await app.inCompany('noordwind', () => db.from('skills_skills').where('name', 'Van een bezoek').select('id'))).toEqual([])
    for (const reason of ['', 'kort', '          x']) {
      expect((await visitor.put('/api/core/visit/changes', { reason }, headers)).status).toBe(422)
    }
    const reason = 'Gevraagd door de beheerder, telefonisch'
    expect((await visitor.put('/api/core/visit/changes', { reason }, headers)).status).toBe(200)
    const made = await visitor.post(...CHANGE, headers)
    expect([made.status < 300, (await groups()).length]).toEqual([true, 1])
    const [noted] = await audit('visit_change')
    expect(noted).toMatchObject({
      reason,
      company_id: await idOf('noordwind'),
      details: { visit: impersonation.id, route: 'groups.groups.create' },
    })
    expect((await audit('visit_may_change')).at(-1)).toMatchObject({ reason })
    // Personal data of the admin is not available here, and no task continues with admin rights over every company.
    expect((await visitor.patch('/api/core/profile', {}, headers)).body.code).toMatch(/visit_not_yours|not_found/)
    const report = { name: 'Van een bezoek', shared: false, definition: REPORT }
    for (const own of [
      await visitor.put('/api/reports/dashboard', { order: [], hidden: [] }, headers),
      await visitor.post('/api/support/tour/seen', {}, headers),
      await visitor.post('/api/reports/reports', report, headers),
    ])
      expect([own.status, own.body.code]).toEqual([403, 'visit_not_yours'])
    expect((await visitor.get('/api/support/tour', headers)).body.data).toEqual({ seen: true })
    const bulk = await visitor.post('/api/people/participants/act', { action: 'people.invite', ids: [1] }, headers)
    expect([bulk.status >= 400, bulk.status < 500]).toEqual([true, true])
    const tasks = await app.asSystem(() => db.from('core_tasks').whereNull('membership_id').whereNotNull('company_id').select('id'))
    expect(tasks).toEqual([])
  })

  it('applies to the page too: another tab, or one that was left open, changes nothing', async () => {
    const { visitor, headers } = await start('noordwind')
    expect((await visitor.post(...CHANGE)).body.code).toBe('visit_running')
    expect((await visitor.get('/api/groups/groups', { 'x-visit': '1' })).body.code).toBe('visit_ended')
    const { body } = await visitor.delete('/api/core/visit', {}, headers)
    expect(body.data.company).toBe(await idOf('noordwind'))
    expect((await visitor.get('/api/groups/groups', headers)).body.code).toBe('visit_ended')
    expect((await visitor.post(...CHANGE, headers)).body.code).toBe('visit_ended')
    expect((await visitor.get(LIST)).status).toBe(200)
    expect((await visitor.delete('/api/core/visit')).status).toBe(404)
  })

  it('expires, and ends when the company is closed', async () => {
    const { visitor, impersonation } = await start('bouwmeester')
    await app.asSystem(() =>
      db
        .from('core_sessions')
        .where('visit_id', impersonation.id)
        .update({ visit_until: new Date(Date.now() - 1000) }),
    )
    expect([(await visitor.get(LIST)).status, (await bootstrapOf(visitor)).impersonation]).toEqual([200, null])
    const second = await start('bouwmeester')
    const id = await idOf('bouwmeester')
    const closed = await admin.put(`${LIST}/${id}/status`, { status: 'inactive', updated_at: (await show(id)).updated_at })
    expect([closed.status, (await second.visitor.get(LIST)).status]).toEqual([200, 200])
    expect((await second.visitor.post(`${LIST}/${id}/visit`, {})).body.code).toBe('company_inactive')
    await admin.put(`${LIST}/${id}/status`, { status: 'active', updated_at: closed.body.data.updated_at })
  })

  it('is refused to supervisors', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    expect((await supervisor.post(`${LIST}/${await idOf('noordwind')}/visit`, {})).status).toBe(403)
    expect((await supervisor.delete('/api/core/visit')).status).toBe(404)
  })
})

describe('an unsaved style', () => {
  it('is previewed on a real mail and a real certificate, and changes nothing', async () => {
    const supervisor = await signInAs('beheerder@noordwind.example')
    const before = (await supervisor.get(`${LIST}/0`)).body.data
    const typed = `name=${encodeURIComponent('Noord <b>& Wind')}&primary_color=%23a1b2c3`
    const letter = await supervisor.get(`${LIST}/0/look/mail?${typed}`)
    expect(letter.status).toBe(200)
    expect(letter.headers.get('content-security-policy')).toContain('sandbox')
    expect(String(letter.body)).toContain('#a1b2c3')
    expect(String(letter.body)).toContain('Noord &lt;b&gt;&amp; Wind')
    const pdf = await supervisor.get(`/api/certificates/sample?${typed}&secondary_color=%23fff`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(String(pdf.body).slice(0, 5)).toBe('%PDF-')
    for (const wrong of ['primary_color=red&name=x', 'primary_color=%23a1b2c3', `${typed}%3Bbackground:url(x)`])
      expect([wrong, (await supervisor.get(`${LIST}/0/look/mail?${wrong}`)).status]).toEqual([wrong, 422])
    const other = await idOf('bouwmeester')
    expect((await supervisor.get(`${LIST}/${other}/look/mail?${typed}`)).status).toBe(404)
    expect((await admin.get(`${LIST}/${other}/look/mail?${typed}`)).status).toBe(200)
    expect((await admin.get(`/api/certificates/sample?${typed}&secondary_color=%23fff&company=${other}`)).status).toBe(200)
    expect((await supervisor.get(`${LIST}/0`)).body.data).toEqual(before)
  })
})
