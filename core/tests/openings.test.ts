import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// The document of a page about one thing contains its name before any script runs, for people who may see it and for nobody else.

const HTML = { accept: 'text/html' }
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let stranger: TestClient
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  stranger = await signInAs('beheerder@bouwmeester.example')
  admin = await signInAs('admin@platform.example')
})

const shownIn = async (client: TestClient, path: string) => {
  const html = String((await client.get(path, HTML)).body)
  const root = /<div id="root">([\s\S]*?)<noscript>/.exec(html)![1]!
  const words = (name: string) => new RegExp(`<p class="shell-${name}">(.*?)</p>`).exec(root)?.[1] ?? null
  return {
    title: words('title'),
    lead: words('lead'),
    back: words('back'),
    part: words('part-title'),
    above: root.includes('shell-first'),
    root,
  }
}
const companyOf = (loginId: string): Promise<{ id: number; name: string }> =>
  app.asSystem(() => db.from('core_companies').where('login_id', loginId).select('id', 'name').firstOrFail())

describe('the document of a page about one thing', () => {
  const things = [
    { table: 'groups_groups', name: 'name', path: (id: number) => `/deelnemers/groepen/${id}` },
    { table: 'contracts_contracts', name: 'name', path: (id: number) => `/administratie/contract/?id=${id}` },
    { table: 'booking_bookings', name: 'number', path: (id: number) => `/administratie/boekingen/wijzigen?id=${id}` },
    { table: 'direct_access_entrances', name: 'name', path: (id: number) => `/projecten/${id}` },
    { table: 'reports_reports', name: 'name', path: (id: number) => `/reports/bekijken?report=${id}` },
  ]
  it.each(things)('has the name of one of $table of the own company, and of no other', async ({ table, name, path }) => {
    const { id: company } = await companyOf('noordwind')
    const row: Record<string, string> = await app.asSystem(() =>
      db.from(table).where('company_id', company).whereNotNull(name).orderBy('id').select('id', name).firstOrFail(),
    )
    expect((await shownIn(supervisor, path(Number(row.id)))).title).toContain(row[name])
    const seen = await shownIn(stranger, path(Number(row.id)))
    expect(seen.root).not.toContain(row[name])
    expect([seen.title, seen.title]).toEqual([expect.any(String), (await shownIn(stranger, path(999_999))).title])
  })

  it('shows admins no company report, and shows a company no report of the admins', async () => {
    const made = async (client: TestClient, name: string): Promise<string> => {
      const whole = { people: {}, company: null, group: null, period: null, chart: null, sort: null }
      const definition = { source: 'learning.participations', columns: ['person'], match: 'all', filters: [], ...whole }
      const { body } = await client.post('/api/reports/reports', { name, shared: true, definition })
      return `/reports/bekijken?report=${body.data.id}`
    }
    const [theirs, admins] = [await made(supervisor, 'Van Noordwind'), await made(admin, 'Van de beheerders')]
    expect((await shownIn(supervisor, theirs)).title).toBe('Van Noordwind')
    expect((await shownIn(admin, theirs)).root).not.toContain('Van Noordwind')
    expect((await shownIn(supervisor, theirs)).lead).toBe('Gedeeld met alle beheerders van je bedrijf.')
    for (const client of [supervisor, stranger]) expect((await shownIn(client, admins)).root).not.toContain('Van de beheerders')
  })

  it('names the owner of the trainings in the head of every page', async () => {
    for (const [client, company] of [
      [supervisor, 'Noordwind'],
      [stranger, 'Bouwmeester'],
    ] as const) {
      for (const path of ['/dashboard', '/deelnemers', '/skills', '/administratie', '/admin/bedrijven/profiel?id=0']) {
        const html = String((await client.get(path, HTML)).body)
        const found = [...html.matchAll(/<meta name="description" content="([^"]*)">/g)].map(([, content]) => content)
        expect([path, found]).toEqual([path, [expect.stringContaining(`Trainingen en certificaten van ${company}`)]])
      }
    }
  })

  it('names the exam of an exam moment for people who may see the moments only', async () => {
    const moment: { id: string } = await app.asSystem(() => db.from('exams_moments').orderBy('id').select('id').firstOrFail())
    const path = `/exams/momenten/${moment.id}`
    const { title } = await shownIn(supervisor, path)
    expect(title).not.toBe((await shownIn(supervisor, '/exams/momenten/999999')).title)
    expect((await shownIn(await signInAs('leerling@noordwind.example'), path)).root).not.toContain(title)
  })

  it('names a person on their profile or training, but not for an admin, because each view by an admin is logged and this would count as one', async () => {
    const person: { id: string; firstname: string; participation: string } = await app.inCompany('noordwind', () =>
      db
        .from('learning_participations as p')
        .join('kit_members as m', 'm.id', 'p.membership_id')
        .orderBy('p.id')
        .select('m.id', 'm.firstname', 'p.id as participation')
        .firstOrFail(),
    )
    const looks = () => app.asSystem(async () => Number((await db.from('core_audit_log').count('* as n').firstOrFail()).n))
    for (const path of [`/deelnemers/profiel?participant=${person.id}`, `/training/deelnemer/inzichten/${person.participation}`]) {
      expect((await shownIn(supervisor, path)).title).toContain(person.firstname)
      expect((await shownIn(stranger, path)).root).not.toContain(person.firstname)
      const before = await looks()
      expect((await shownIn(admin, path)).root).not.toContain(person.firstname)
      expect(await looks()).toBe(before)
    }
  })

  it('has the name and text of a course for its editors', async () => {
    const course: { id: string; name: string } = await app.asSystem(() =>
      db
        .from('learning_courses as c')
        .join('learning_course_versions as v', 'v.course_id', 'c.id')
        .whereNull('c.company_id')
        .orderBy('c.id')
        .select('c.id', db.raw(`v.name->>'nl' as name`))
        .firstOrFail(),
    )
    const path = `/admin/training/wijzigen/${course.id}`
    const seen = await shownIn(admin, path)
    expect(seen).toMatchObject({ title: course.name, back: 'Trainingen' })
    expect(seen.root).toMatch(/shell-field">[^<]{40}/)
    // A company may not edit those of the platform.
    for (const client of [supervisor, stranger]) expect((await shownIn(client, path)).root).not.toContain(course.name)
  })

  it('queries nothing for an invalid id', async () => {
    for (const id of ['0', '-1', 'x', '1%00', '1;select 1', '99999999999999999999'])
      expect((await shownIn(supervisor, `/administratie/contract/?id=${encodeURIComponent(id)}`)).title).toBe('Contract')
  })
})

describe('the document of a company’s own pages', () => {
  const SETTINGS = '/admin/bedrijven/profiel/instellingen'

  it('always has the person’s own company, whichever id is requested', async () => {
    const other = await companyOf('bouwmeester')
    for (const search of ['', '?id=0', `?id=${other.id}`]) {
      const seen = await shownIn(supervisor, SETTINGS + search)
      expect(seen).toMatchObject({ title: 'Noordwind', back: null, above: false, part: 'Ook van dit bedrijf' })
      expect(seen.lead).toMatch(/^http:\/\/.*\/login\/noordwind$/)
      expect(seen.root).not.toContain(other.name)
    }
  })

  it('has the company that an admin selected, below the selection', async () => {
    const other = await companyOf('bouwmeester')
    expect(await shownIn(admin, `${SETTINGS}?id=${other.id}`)).toMatchObject({ title: other.name, back: 'Bedrijven', above: true })
    for (const search of ['', '?id=0', '?id=x', '?id=999999', `?id=${other.id}&id=1`])
      expect(await shownIn(admin, SETTINGS + search)).toMatchObject({ title: 'Instellingen', lead: null, above: false })
  })

  it('tells people without access that they may not open them', async () => {
    const seen = await shownIn(await signInAs('leerling@noordwind.example'), SETTINGS)
    expect(seen).toMatchObject({ title: 'Hier heb je geen toegang toe', part: null })
    expect(seen.root).not.toContain('/login/')
  })
})

it('tells a company without courses of its own which ones it uses, not what it could do there', async () => {
  const { lead } = await shownIn(supervisor, '/trainingen')
  expect(lead).toContain('De trainingen die je bedrijf kan geven')
  expect(lead).not.toContain('Maak trainingen')
  expect((await shownIn(stranger, '/trainingen')).lead).toContain('Maak trainingen')
})
