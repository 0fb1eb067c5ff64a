import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'

const LIST = '/api/people/participants'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  // Services are there once the application is.
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
})

const names = async (client: TestClient, query: string): Promise<string[]> =>
  (await client.get(`${LIST}?${query}`)).body.data.map((row: { name: string }) => row.name)

async function addPeople(loginId: string, people: { firstname: string; lastname: string; email: string }[]): Promise<number[]> {
  return app.asSystem(async () => {
    const company = await db.from('core_companies').where('login_id', loginId).firstOrFail()
    const ids: number[] = []
    for (const person of people) {
      const [user] = await db.table('core_users').insert(person).returning('id')
      const [membership] = await db
        .table('core_memberships')
        .insert({ company_id: company.id, user_id: user.id, role: 'leerling' })
        .returning('id')
      ids.push(membership.id)
    }
    return ids
  })
}

describe('the list', () => {
  it('gives a supervisor their own people and nobody else', async () => {
    const { status, body } = await supervisor.get(`${LIST}?per_page=100`)
    expect(status).toBe(200)
    expect(body.meta.total).toBe(body.data.length)
    expect(new Set(body.data.map((row: { works_at: string }) => row.works_at))).toEqual(new Set(['Noordwind']))
  })

  it('gives an admin and a mini admin everybody, and keeps who asked', async () => {
    const { body } = await admin.get(`${LIST}?per_page=100`)
    expect(new Set(body.data.map((row: { works_at: string }) => row.works_at))).toEqual(new Set(['Noordwind', 'Bouwmeester', 'Examenhuis']))
    const mini = await signInAs('mini@platform.example')
    expect((await mini.get(LIST)).body.meta.total).toBe(body.meta.total)
    const audit = await app.asSystem(() => db.from('core_audit_log').where('reason', 'people.participants.list').count('* as n').first())
    expect(audit.n).toBeGreaterThanOrEqual(2)
  })

  it('filters by role, status and company', async () => {
    expect(await names(supervisor, 'role=beheerder')).toEqual(['Ruben Hofstra'])
    expect(await names(supervisor, 'status=inactive')).toEqual(['Milan Kok'])
    const companies = (await admin.get('/api/people/companies')).body.data
    const bouwmeester = companies.find((company: { name: string }) => company.name === 'Bouwmeester')
    const { body } = await admin.get(`${LIST}?company=${bouwmeester.id}&per_page=100`)
    expect(new Set(body.data.map((row: { works_at: string }) => row.works_at))).toEqual(new Set(['Bouwmeester']))
    // Naming another company opens nothing.
    expect((await supervisor.get(`${LIST}?company=${bouwmeester.id}`)).body.meta.total).toBe(0)
    expect((await supervisor.get('/api/people/companies')).body.data).toHaveLength(1)
  })

  it('sorts and pages without leaving anyone out', async () => {
    const all = await names(supervisor, 'per_page=100&sort=name')
    const pages = [
      ...(await names(supervisor, 'per_page=10&sort=name&page=1')),
      ...(await names(supervisor, 'per_page=10&sort=name&page=2')),
      ...(await names(supervisor, 'per_page=10&sort=name&page=3')),
    ]
    expect(pages).toEqual(all)
    expect(await names(supervisor, 'per_page=100&sort=-name')).toEqual([...all].reverse())
  })

  it('forgives typos and diacritics, best match first', async () => {
    expect((await names(admin, 'search=jorgensen'))[0]).toBe('Lars Jørgensen')
    expect((await names(admin, 'search=wisniewki'))[0]).toBe('Piotr Wiśniewski')
    expect((await names(admin, 'search=LEFEVRE'))[0]).toBe('Manon Lefèvre')
    await addPeople('noordwind', [
      { firstname: 'Janna', lastname: 'Aarts', email: 'janna.aarts@search.example' },
      { firstname: 'Jan', lastname: 'Zwart', email: 'zwart@search.example' },
    ])
    expect((await names(supervisor, 'search=jan'))[0]).toBe('Jan Zwart')
    const sorted = await names(supervisor, 'search=jan&sort=-name')
    expect(sorted.indexOf('Janna Aarts')).toBeLessThan(sorted.indexOf('Jan Zwart'))
    expect(await names(supervisor, 'search=%25')).toEqual([])
  })

  it('refuses what it does not know', async () => {
    for (const query of ['sort=password', 'per_page=1000', 'page=0', 'role=admin', 'company=x']) {
      const { status, body } = await supervisor.get(`${LIST}?${query}`)
      expect([query, status, body.code]).toEqual([query, 422, 'validation_failed'])
    }
  })

  it('costs as many queries for 10 rows as for 50', async () => {
    const few = await app.countQueries(() => supervisor.get(`${LIST}?per_page=10`))
    await addPeople(
      'noordwind',
      Array.from({ length: 40 }, (_, index) => ({ firstname: `N${index}`, lastname: 'Teller', email: `teller${index}@count.example` })),
    )
    const many = await app.countQueries(async () => expect((await supervisor.get(`${LIST}?per_page=50`)).body.data).toHaveLength(50))
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(3)
  })
})

describe('what other plugins add', () => {
  it('is described with the rest, and loaded at once for the whole page, when it is asked for', async () => {
    const { data: view } = (await supervisor.get(`${LIST}/view`)).body
    const column = view.columns.find(({ key }: { key: string }) => key === 'certificates_valid')
    expect(column).toMatchObject({ kind: 'number', extra: true, sortable: false })
    expect(view.filters.map(({ key }: { key: string }) => key)).toEqual([
      ...['role', 'status', 'company', 'learning_overdue', 'certificates_valid'],
    ])
    expect(view.actions.map(({ name }: { name: string }) => name)).toEqual([...['people.deactivate', 'people.activate', 'learning.assign']])

    const ask = (size: number, more = '') => app.countQueries(() => supervisor.get(`${LIST}?per_page=${size}${more}`))
    const [without, few, many] = [await ask(10), await ask(10, '&columns=certificates_valid'), await ask(50, '&columns=certificates_valid')]
    expect(few).toBe(without + 1)
    expect(many).toBe(few)
    const { data } = (await supervisor.get(`${LIST}?per_page=100&columns=certificates_valid`)).body
    expect(data.some(({ extra }: { extra: Record<string, number> }) => extra.certificates_valid! > 0)).toBe(true)
    expect((await supervisor.get(LIST)).body.data[0].extra).toBeUndefined()
  })

  it('filters, also the file and together with a search', async () => {
    const of = async (query: string): Promise<number> => (await supervisor.get(`${LIST}?${query}`)).body.meta.total
    const [all, some, none] = [await of(''), await of('certificates_valid=some'), await of('certificates_valid=none')]
    expect(some).toBeGreaterThan(0)
    expect(some + none).toBe(all)
    const { bytes } = await supervisor.post(`${LIST}/export`, { format: 'csv', filter: 'certificates_valid=some' })
    expect(new TextDecoder().decode(bytes).trim().split('\r\n')).toHaveLength(some + 1)
    expect(await of('certificates_valid=some&search=essra+kaya')).toBe(1)
    expect((await supervisor.get(`${LIST}?certificates_valid=perhaps`)).status).toBe(422)
  })

  it('is not there where its plugin is off', async () => {
    const set = (sql: string) =>
      app.asSystem(() => db.rawQuery(`update core_companies set plugins = ${sql} where login_id = 'bouwmeester'`))
    const other = await signInAs('beheerder@bouwmeester.example')
    await set(`array_remove(plugins, 'certificates')`)
    const { data: view } = (await other.get(`${LIST}/view`)).body
    expect(JSON.stringify(view)).not.toContain('certificates_valid')
    expect((await other.get(`${LIST}?columns=certificates_valid`)).body.data[0].extra).toBeUndefined()
    await set(`array_append(plugins, 'certificates')`)
  })
})

describe('pages by key', () => {
  it('go on where the page in sight ends, both ways, and are found when that row is gone', async () => {
    const ids = async (query: string): Promise<number[]> =>
      (await supervisor.get(`${LIST}?per_page=10&${query}`)).body.data.map(({ id }: { id: number }) => id)
    for (const sort of ['name', '-name', 'registration_date', '-registration_date', 'last_seen', 'email']) {
      const [first, second, third] = [await ids(`sort=${sort}`), await ids(`sort=${sort}&page=2`), await ids(`sort=${sort}&page=3`)]
      expect(await ids(`sort=${sort}&page=2&after=${first.at(-1)}`)).toEqual(second)
      expect(await ids(`sort=${sort}&page=2&before=${third[0]}`)).toEqual(second)
      expect(await ids(`sort=${sort}&page=2&after=99999999`)).toEqual(second)
    }
  })
})

describe('who may', () => {
  it.each([
    ['leerling@noordwind.example', 403],
    ['examinator@examenhuis.example', 403],
  ])('%s may not', async (email, expected) => {
    const client = await signInAs(email)
    for (const path of [LIST, `${LIST}/view`, `${LIST}/1`, '/api/people/companies']) expect((await client.get(path)).status).toBe(expected)
    for (const path of [`${LIST}/export`, `${LIST}/act`]) expect((await client.post(path, { format: 'csv' })).status).toBe(expected)
  })

  it('a visitor may not', async () => {
    expect((await app.visitor().get(LIST)).status).toBe(401)
  })
})

describe('one participant', () => {
  it('shows details to the own supervisor and to an admin', async () => {
    const sanne = (await supervisor.get(`${LIST}?search=sanne`)).body.data[0]
    for (const client of [supervisor, admin]) {
      const { status, body } = await client.get(`${LIST}/${sanne.id}`)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        name: 'Sanne de Vries',
        birthdate: '1994-03-12',
        works_at: 'Noordwind',
        registration_type: 'invite',
      })
    }
  })

  it('is not there for another company, and neither is nonsense', async () => {
    const foreign = (await admin.get(`${LIST}?search=mehmet`)).body.data[0]
    for (const id of [foreign.id, 99_999_999, 'abc', '1e3', '99999999999999999999']) {
      const { status, body } = await supervisor.get(`${LIST}/${id}`)
      expect([id, status, body.code]).toEqual([id, 404, 'not_found'])
    }
    expect((await admin.get(`${LIST}/abc`)).status).toBe(404)
  })
})

describe('the file', () => {
  it('has the rows of the same filter, and no cell that a spreadsheet would run', async () => {
    await addPeople('noordwind', [{ firstname: '=HYPERLINK("http://x")', lastname: 'Formule; "quoted"', email: 'formule@search.example' }])
    const { status, headers, bytes } = await supervisor.post(`${LIST}/export`, { format: 'csv', filter: 'search=formule' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toContain('attachment; filename="deelnemers.csv"')
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^Voornaam;Achternaam;/)
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)";"Formule; ""quoted""";/)
  })

  it('has everybody, not one page', async () => {
    const { body } = await supervisor.get(LIST)
    const csv = await supervisor.post(`${LIST}/export`, { format: 'csv' })
    expect(new TextDecoder().decode(csv.bytes).trim().split('\r\n')).toHaveLength(body.meta.total + 1)
  })
})
