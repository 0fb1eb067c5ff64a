import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

// What a page of one thing shows before any script ran: its name, for who may see it, and to nobody else.

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

  it('asks nothing for what is no id', async () => {
    for (const id of ['0', '-1', 'x', '1%00', '1;select 1', '99999999999999999999'])
      expect((await shownIn(supervisor, `/administratie/contract/?id=${encodeURIComponent(id)}`)).title).toBe('Contract')
  })
})

describe('the document of a company’s own pages', () => {
  const SETTINGS = '/admin/bedrijven/profiel/instellingen'

  it('has one’s own, whichever id is asked for', async () => {
    const other = await companyOf('bouwmeester')
    for (const search of ['', '?id=0', `?id=${other.id}`]) {
      const seen = await shownIn(supervisor, SETTINGS + search)
      expect(seen).toMatchObject({ title: 'Noordwind', back: null, above: false, part: 'Ook van dit bedrijf' })
      expect(seen.lead).toMatch(/^http:\/\/.*\/login\/noordwind$/)
      expect(seen.root).not.toContain(other.name)
    }
  })

  it('has for an admin the one that they chose, below the choice', async () => {
    const other = await companyOf('bouwmeester')
    expect(await shownIn(admin, `${SETTINGS}?id=${other.id}`)).toMatchObject({ title: other.name, back: 'Bedrijven', above: true })
    for (const search of ['', '?id=0', '?id=x', '?id=999999', `?id=${other.id}&id=1`])
      expect(await shownIn(admin, SETTINGS + search)).toMatchObject({ title: 'Instellingen', lead: null, above: false })
  })

  it('has for who may not open them that they may not', async () => {
    const seen = await shownIn(await signInAs('leerling@noordwind.example'), SETTINGS)
    expect(seen).toMatchObject({ title: 'Hier heb je geen toegang toe', part: null })
    expect(seen.root).not.toContain('/login/')
  })
})

it('says where a company makes no courses of its own, and not what one could do there', async () => {
  const { root } = await shownIn(supervisor, '/trainingen')
  expect(root).toContain('Je bedrijf maakt geen eigen trainingen')
  expect(root).not.toContain('shell-lead">Maak trainingen')
  expect((await shownIn(stranger, '/trainingen')).lead).toContain('Maak trainingen')
})
