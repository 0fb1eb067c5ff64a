import { beforeAll, describe, expect, it } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import type { TestClient } from '#core/testing/client'
import { createParticipants } from '#core/testing/factories'

const LIST = '/api/people/participants'
let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let supervisor: TestClient
let admin: TestClient

beforeAll(async () => {
  app = await testApp()
  // Services are available only after the application started.
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  supervisor = await signInAs('beheerder@noordwind.example')
  admin = await signInAs('admin@platform.example')
})

const names = async (client: TestClient, query: string): Promise<string[]> =>
  (await client.get(`${LIST}?${query}`)).body.data.map((row: { name: string }) => row.name)

const addPeople = createParticipants

describe('the list', () => {
  it('gives a supervisor their own people and nobody else', async () => {
    const { status, body } = await supervisor.get(`${LIST}?per_page=100`)
    expect(status).toBe(200)
    expect(body.meta.total).toBe(body.data.length)
    expect(new Set(body.data.map((row: { works_at: string }) => row.works_at))).toEqual(new Set(['Noordwind']))
  })

  it('gives an admin and a mini admin everybody, and logs who viewed it', async () => {
    const { body } = await admin.get(`${LIST}?per_page=100`)
    expect(new Set(body.data.map((row: { works_at: string }) => row.works_at))).toEqual(new Set(['Noordwind', 'Bouwmeester', 'Examenhuis']))
    const mini = await signInAs('mini@platform.example')
    expect((await mini.get(LIST)).body.meta.total).toBe(body.meta.total)
    const audit = await app.asSystem(() => db.from('core_audit_log').where('reason', 'people.participants.list').count('* as n').first())
    expect(audit.n).toBeGreaterThanOrEqual(2)
  })

  it('filters by role, status and company', async () => {
    expect(await names(supervisor, 'role=beheerder')).toEqual(['Ruben Hofstra'])
    expect(await names(supervisor, 'status=invited')).toEqual(['Milan Kok'])
    expect(await names(supervisor, 'status=inactive')).toEqual([])
    const companies = (await admin.get('/api/people/companies')).body.data
    const bouwmeester = companies.find((company: { name: string }) => company.name === 'Bouwmeester')
    const { body } = await admin.get(`${LIST}?company=${bouwmeester.id}&per_page=100`)
    expect(new Set(body.data.map((row: { works_at: string }) => row.works_at))).toEqual(new Set(['Bouwmeester']))
    // Naming another company gives no access to it.
    expect((await supervisor.get(`${LIST}?company=${bouwmeester.id}`)).body.meta.total).toBe(0)
    expect((await supervisor.get('/api/people/companies')).body.data).toHaveLength(1)
  })

  it('accepts several values of a filter, and dates', async () => {
    const total = async (query: string) => (await supervisor.get(`${LIST}?${query}`)).body.meta.total
    expect(await total('status=active,inactive,invited')).toBe(await total(''))
    expect(await total('role=beheerder,leerling')).toBe((await total('role=beheerder')) + (await total('role=leerling')))
    // Also combined with a search.
    expect(await names(supervisor, 'role=beheerder,leerling&search=hofstra')).toEqual(['Ruben Hofstra'])
    expect(await names(supervisor, 'last_seen=last7')).toEqual(['Ruben Hofstra'])
    expect(await total('last_seen=none')).toBe((await total('')) - 1)
    expect(await total('registration_date=..2020-01-01')).toBe(0)
    expect((await total('registration_date=last90')) + (await total('registration_date=..2026-01-01'))).toBeLessThan((await total('')) + 1)
    const flagged = await Promise.all(
      ['overdue', 'expired', 'failed', 'overdue,expired,failed', 'none'].map((of) => total(`learning_attention=${of}`)),
    )
    expect(flagged[0]).toBeGreaterThan(0)
    expect(flagged[3]).toBeGreaterThan(Math.max(...flagged.slice(0, 3)))
    expect(flagged[3] + flagged[4]).toBe(await total(''))
    expect(await total('certificates_ends=next3650')).toBeGreaterThan(await total('certificates_ends=next30'))
    expect(await total('learning_ends=next3650')).toBeGreaterThan(0)
    expect(await total('learning_waiting=last3650')).toBe(await total('learning_attention=not_started'))
    for (const query of [
      'status=active,nobody',
      'last_seen=soon',
      'last_seen=2026-13-01..',
      'last_seen=..',
      'status=',
      'last_seen=next99999',
    ])
      expect([query, (await supervisor.get(`${LIST}?${query}`)).status]).toEqual([query, 422])
  })

  it('saves views under a name, for oneself or for the company', async () => {
    const views = (client: TestClient, list = 'people.participants') => client.get(`/api/core/list_views?list=${list}`)
    const save = (client: TestClient, name: string, shared: boolean, filter = 'status=inactive') =>
      client.post('/api/core/list_views', { list: 'people.participants', name, filter, shared })
    expect((await save(supervisor, 'Niet binnen', true)).status).toBe(201)
    expect((await save(supervisor, 'Alleen van mij', false)).status).toBe(201)
    // Saving under the same name replaces the view.
    expect((await save(supervisor, 'niet Binnen', true, 'last_seen=none')).status).toBe(201)
    // The demo shares two views without an owner.
    const demo = ['Nog nooit ingelogd', 'Vraagt aandacht']
    const made = async (client: TestClient) => (await views(client)).body.data.filter(({ name }: { name: string }) => !demo.includes(name))
    const own = await made(supervisor)
    expect(own).toMatchObject([
      { name: 'Alleen van mij', shared: false, own: true },
      { name: 'niet Binnen', filter: 'last_seen=none', shared: true, own: true },
    ])
    await addPeople('noordwind', [{ firstname: 'Col', lastname: 'Lega', email: 'collega@noordwind.example' }])
    await app.asSystem(async () => {
      const user = await db.from('core_users').where('email', 'collega@noordwind.example').firstOrFail()
      const { password } = await db.from('core_users').where('email', 'beheerder@noordwind.example').firstOrFail()
      await db.from('core_users').where('id', user.id).update({ password })
      await db.from('core_memberships').where('user_id', user.id).update({ role: 'beheerder' })
    })
    const colleague = await signInAs('collega@noordwind.example')
    expect(await made(colleague)).toMatchObject([{ name: 'niet Binnen', own: false }])
    expect((await colleague.delete(`/api/core/list_views/${own[1].id}`)).status).toBe(404)
    const elsewhere = await signInAs('beheerder@bouwmeester.example')
    expect(await made(elsewhere)).toEqual([])
    expect((await elsewhere.delete(`/api/core/list_views/${own[1].id}`)).status).toBe(404)
    expect((await save(admin, 'Van de admin', true)).body.data).toMatchObject({ shared: false, own: true })
    expect(await made(supervisor)).toHaveLength(2)
    expect((await views(supervisor, 'core.audit')).status).toBe(403)
    expect((await supervisor.delete(`/api/core/list_views/${own[0].id}`)).status).toBe(200)
    // People who see the list may change a view without an owner.
    await app.asSystem(() => db.from('core_list_views').where('id', own[1].id).update({ membership_id: null }))
    const participant = await signInAs('leerling@noordwind.example')
    expect((await participant.delete(`/api/core/list_views/${own[1].id}`)).status).toBe(403)
    expect((await colleague.delete(`/api/core/list_views/${own[1].id}`)).status).toBe(200)
    await app.asSystem(() => db.from('core_users').where('email', 'collega@noordwind.example').delete())
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
    const sorted = await names(supervisor, 'search=jan&sort=name')
    expect(sorted.indexOf('Janna Aarts')).toBeLessThan(sorted.indexOf('Jan Zwart'))
    expect(await names(supervisor, 'search=%25')).toEqual([])
  })

  it('refuses unknown parameters', async () => {
    for (const query of ['sort=password', 'per_page=1000', 'page=0', 'role=admin', 'company=x']) {
      const { status, body } = await supervisor.get(`${LIST}?${query}`)
      expect([query, status, body.code]).toEqual([query, 422, 'validation_failed'])
    }
  })

  it('needs as many queries for 10 rows as for 50', async () => {
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

describe('columns of other plugins', () => {
  it('are described with the others, and loaded in one query per page when requested', async () => {
    const { data: view } = (await supervisor.get(`${LIST}/view`)).body
    const column = view.columns.find(({ key }: { key: string }) => key === 'certificates_valid')
    expect(column).toMatchObject({ kind: 'number', extra: true, sortable: false })
    expect(view.filters.map(({ key }: { key: string }) => key)).toEqual([
      ...['role', 'status', 'registration_date', 'last_seen', 'company', 'learning_attention', 'learning_ends', 'learning_waiting'],
      ...['certificates_ends', 'certificates_valid', 'people_mail', 'external_courses_ends', 'groups_group'],
    ])
    expect(view.actions.map(({ name }: { name: string }) => name)).toEqual([
      ...['people.invite', 'people.activate', 'people.deactivate', 'learning.assign', 'groups.join', 'flows.join', 'proctoring.extra_time'],
    ])

    const ask = (size: number, more = '') => app.countQueries(() => supervisor.get(`${LIST}?per_page=${size}${more}`))
    const [without, few, many] = [await ask(10), await ask(10, '&columns=certificates_valid'), await ask(50, '&columns=certificates_valid')]
    expect(few).toBe(without + 1)
    expect(many).toBe(few)
    const { data } = (await supervisor.get(`${LIST}?per_page=100&columns=certificates_valid`)).body
    expect(data.some(({ extra }: { extra: Record<string, number> }) => extra.certificates_valid! > 0)).toBe(true)
    expect((await supervisor.get(LIST)).body.data[0].extra).toBeUndefined()
  })

  it('can be filtered, also in the file and together with a search', async () => {
    const of = async (query: string): Promise<number> => (await supervisor.get(`${LIST}?${query}`)).body.meta.total
    const [all, some, none] = [await of(''), await of('certificates_valid=some'), await of('certificates_valid=none')]
    expect(some).toBeGreaterThan(0)
    expect(some + none).toBe(all)
    const { bytes } = await supervisor.post(`${LIST}/export`, { format: 'csv', filter: 'certificates_valid=some' })
    expect(new TextDecoder().decode(bytes).trim().split('\r\n')).toHaveLength(some + 1)
    expect(await of('certificates_valid=some&search=essra+kaya')).toBe(1)
    expect((await supervisor.get(`${LIST}?certificates_valid=perhaps`)).status).toBe(422)
  })

  it('are missing where their plugin is off', async () => {
    const other = await signInAs('beheerder@bouwmeester.example')
    await app.withoutPlugin('bouwmeester', 'certificates', async () => {
      const { data: view } = (await other.get(`${LIST}/view`)).body
      expect(JSON.stringify(view)).not.toContain('certificates_valid')
      expect((await other.get(`${LIST}?columns=certificates_valid`)).body.data[0].extra).toBeUndefined()
    })
  })
})

describe('keyset paging', () => {
  const ids = async (query: string): Promise<number[]> => {
    const { status, body } = await supervisor.get(`${LIST}?per_page=10&${query}`.replace(/per_page=10&(.*per_page)/, '$1'))
    expect({ query, status, code: body.code }).toEqual({ query, status: 200, code: undefined })
    return body.data.map(({ id }: { id: number }) => id)
  }

  it('continues from the visible page in both directions, also when its edge row is gone', async () => {
    const fields = ['name', 'registration_date', 'last_seen', 'email', 'progress']
    for (const sort of fields.flatMap((field) => [field, `-${field}`])) {
      const [first, second, third] = [await ids(`sort=${sort}`), await ids(`sort=${sort}&page=2`), await ids(`sort=${sort}&page=3`)]
      expect(await ids(`sort=${sort}&page=2&after=${first.at(-1)}`)).toEqual(second)
      expect(await ids(`sort=${sort}&page=2&before=${third[0]}`)).toEqual(second)
      expect(await ids(`sort=${sort}&page=2&after=99999999`)).toEqual(second)
    }
  })

  it.each(['progress', 'last_seen'])('crosses from rows with %s to rows without, whichever row is the edge', async (sort) => {
    const column = { progress: 'progress', last_seen: 'last_seen_at' }[sort]
    const query = `select count(*) filter (where ${column} is null) as without, count(*) as of from core_memberships m join core_companies c on c.id = m.company_id where login_id = 'noordwind'`
    const [count] = (await app.asSystem(() => db.rawQuery(query))).rows
    expect(Number(count.without)).toBeGreaterThan(0)
    expect(Number(count.without)).toBeLessThan(Number(count.of))
    for (const order of [sort, `-${sort}`]) {
      const all = await ids(`sort=${order}&per_page=100`)
      for (const [at, id] of all.entries()) {
        if (at + 1 < all.length) expect(await ids(`sort=${order}&page=2&after=${id}`)).toEqual(all.slice(at + 1, at + 11))
        if (at) expect(await ids(`sort=${order}&page=2&before=${id}`)).toEqual(all.slice(Math.max(at - 10, 0), at))
      }
    }
  })
})

describe('access', () => {
  it.each([
    ['leerling@noordwind.example', 403],
    ['examinator@examenhuis.example', 403],
  ])('%s has none', async (email, expected) => {
    const client = await signInAs(email)
    for (const path of [LIST, `${LIST}/view`, `${LIST}/1`, '/api/people/companies']) expect((await client.get(path)).status).toBe(expected)
    for (const path of [`${LIST}/export`, `${LIST}/act`]) expect((await client.post(path, { format: 'csv' })).status).toBe(expected)
  })

  it('a visitor has none', async () => {
    expect((await app.visitor().get(LIST)).status).toBe(401)
  })
})

describe('one participant', () => {
  it('shows details to their supervisor and to an admin', async () => {
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

  it('shows the due date of a late course, as in the list', async () => {
    const late = (await supervisor.get(`${LIST}?learning_attention=overdue`)).body.data
    expect(late).not.toHaveLength(0)
    for (const { id } of late) {
      for (const client of [supervisor, admin]) {
        const { course_list: courses } = (await client.get(`${LIST}/${id}`)).body.data
        expect(courses).toContainEqual(expect.objectContaining({ overdue: true, due_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }))
      }
    }
    const fine = (await supervisor.get(`${LIST}?search=esra kaya`)).body.data[0]
    const { course_list: courses } = (await supervisor.get(`${LIST}/${fine.id}`)).body.data
    expect(courses.map(({ due_at: due, overdue }: { due_at: string | null; overdue: boolean }) => [due, overdue])).toEqual([[null, false]])
  })

  it('returns 404 for another company and for an invalid id', async () => {
    const foreign = (await admin.get(`${LIST}?search=mehmet`)).body.data[0]
    for (const id of [foreign.id, 99_999_999, 'abc', '1e3', '99999999999999999999']) {
      const { status, body } = await supervisor.get(`${LIST}/${id}`)
      expect([id, status, body.code]).toEqual([id, 404, 'not_found'])
    }
    expect((await admin.get(`${LIST}/abc`)).status).toBe(404)
  })
})

describe('the file', () => {
  it('has the rows of the same filter, and escapes formulas', async () => {
    await addPeople('noordwind', [{ firstname: '=HYPERLINK("http://x")', lastname: 'Formule; "quoted"', email: 'formule@search.example' }])
    const { status, headers, bytes } = await supervisor.post(`${LIST}/export`, { format: 'csv', filter: 'search=formule' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toContain('attachment; filename="deelnemers.csv"')
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^Voornaam;Tussenvoegsel;Achternaam;/)
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)";;"Formule; ""quoted""";/)
  })

  it('has everybody, not one page', async () => {
    const { body } = await supervisor.get(LIST)
    const csv = await supervisor.post(`${LIST}/export`, { format: 'csv' })
    expect(new TextDecoder().decode(csv.bytes).trim().split('\r\n')).toHaveLength(body.meta.total + 1)
  })
})

describe('the file of selected rows', () => {
  const linesOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim().split('\r\n').slice(1)
  const idsFound = async (client: TestClient, query: string): Promise<number[]> =>
    (await client.get(`${LIST}?per_page=100&${query}`)).body.data.map(({ id }: { id: number }) => id)

  beforeAll(async () => {
    const names = ['Anna', 'Bram', 'Cato', 'Daan']
    const people = names.map((firstname) => ({ firstname, lastname: 'Keuzema', email: `${firstname.toLowerCase()}@keuzema.example` }))
    await addPeople('noordwind', people)
    await addPeople('bouwmeester', [{ firstname: 'Vreemd', lastname: 'Keuzema', email: 'vreemd@keuzema.example' }])
  })

  it('has only those, in the order and with the columns of the list, as CSV and as XLSX', async () => {
    const [anna, , , daan] = await idsFound(supervisor, 'search=keuzema&sort=email')
    // The filters they were selected by no longer apply: the people may have changed since.
    const chosen = { ids: [anna, daan, anna], filter: 'search=bram&sort=-email&columns=certificates_valid' }
    const csv = await supervisor.post(`${LIST}/export`, { format: 'csv', ...chosen })
    expect(csv.status).toBe(200)
    expect(linesOf(csv.bytes).map((line) => line.split(';')[0])).toEqual(['Daan', 'Anna'])
    expect(new TextDecoder().decode(csv.bytes).split('\r\n')[0]).toMatch(/;Certificaten$/)
    const xlsx = await supervisor.post(`${LIST}/export`, { format: 'xlsx', ...chosen })
    const { rows } = (await readXlsx(xlsx.bytes)).sheets[0]!
    expect(rows.slice(1).map(([firstname]) => firstname)).toEqual(['Daan', 'Anna'])
  })

  it('has all results except some, as the person counted them', async () => {
    const [, bram] = await idsFound(supervisor, 'search=keuzema&sort=email')
    const order = { format: 'csv', filter: 'search=keuzema&sort=email', except: [bram], count: 3 }
    const { status, bytes } = await supervisor.post(`${LIST}/export`, order)
    expect(status).toBe(200)
    expect(linesOf(bytes).map((line) => line.split(';')[0])).toEqual(['Anna', 'Cato', 'Daan'])
    const ranked = await supervisor.post(`${LIST}/export`, { ...order, filter: 'search=keuzema' })
    expect(linesOf(ranked.bytes)).toHaveLength(3)
    const stale = await supervisor.post(`${LIST}/export`, { ...order, count: 4 })
    expect([stale.status, stale.body.code, stale.body.count]).toEqual([409, 'selection_changed', 3])
  })

  it('has no rows of another company; an admin gets the selected rows of each', async () => {
    const [foreign] = await idsFound(await signInAs('beheerder@bouwmeester.example'), 'search=keuzema')
    const [anna] = await idsFound(supervisor, 'search=keuzema&sort=email')
    const order = { format: 'csv', ids: [foreign, anna] }
    expect(linesOf((await supervisor.post(`${LIST}/export`, order)).bytes).map((line) => line.split(';')[0])).toEqual(['Anna'])
    expect(linesOf((await supervisor.post(`${LIST}/export`, { ...order, ids: [foreign] })).bytes)).toEqual([])
    expect(linesOf((await admin.post(`${LIST}/export`, order)).bytes)).toHaveLength(2)
  })

  it('accepts the same selection as bulk actions', async () => {
    const tooMany = Array.from({ length: 5001 }, (_, index) => index + 1)
    for (const chosen of [{ ids: [] }, { ids: ['x'] }, { ids: [-1] }, { ids: tooMany }, { except: [1] }, { count: 0 }, { count: 1.5 }]) {
      expect((await supervisor.post(`${LIST}/export`, { format: 'csv', ...chosen })).status).toBe(422)
    }
  })
})

describe('a person’s profile, for a supervisor', () => {
  it('is changed in the person’s own company, with a conflict check, and audited', async () => {
    const { default: db } = await import('@adonisjs/lucid/services/db')
    const supervisor = await signInAs('beheerder@noordwind.example')
    const { data: list } = (await supervisor.get('/api/people/participants?search=leerling@noordwind.example')).body
    const path = `/api/people/participants/${list[0].id}`
    const { details, skills } = (await supervisor.get(`${path}/profile`)).body.data
    const saved = await supervisor.patch(`${path}/details`, { ...details, firstname: 'Sanna', birthdate: '1991-04-05' })
    expect(saved.body.data.details).toMatchObject({ firstname: 'Sanna', birthdate: '1991-04-05' })
    expect((await supervisor.patch(`${path}/details`, { ...details, firstname: 'Te laat' })).body.code).toBe('changed_meanwhile')
    expect((await supervisor.patch(`${path}/details`, { ...saved.body.data.details, firstname: '', lastname: '' })).body.errors).toEqual([
      { field: 'firstname', rule: 'firstname_mandatory' },
      { field: 'lastname', rule: 'lastname_mandatory' },
    ])
    const skilled = await supervisor.patch(`${path}/skills`, { ...skills, skillset: ['Hijsen', 'Hijsen', 'BHV'] })
    expect(skilled.body.data.skills.skillset).toEqual(['Hijsen', 'BHV'])
    const own = await signInAs('leerling@noordwind.example')
    expect((await own.get('/api/core/profile')).body.data).toMatchObject({
      details: { firstname: 'Sanna' },
      membership: { skillset: ['Hijsen', 'BHV'] },
    })
    const noted = await app.asSystem(async () => await db.from('core_audit_log').whereIn('action', ['member.details', 'member.skills']))
    expect(noted.map(({ details }) => details)).toEqual([{ membershipId: list[0].id }, { membershipId: list[0].id }])
    // An admin switches to the person's company for it.
    const admin = await signInAs('admin@platform.example')
    const { data } = (await admin.get(`${path}/profile`)).body
    expect((await admin.patch(`${path}/details`, { ...data.details, firstname: details.firstname })).status).toBe(200)
  })
})

describe('a person whom two supervisors save concurrently', () => {
  it('has the data of one of them, and the other gets a conflict, for every part', async () => {
    const clients = await Promise.all(
      ['beheerder@noordwind.example', 'admin@platform.example', 'mini@platform.example'].map((email) => signInAs(email)),
    )
    const { data: list } = (await clients[0]!.get('/api/people/participants?search=tessa.vos')).body
    const path = `/api/people/participants/${list[0].id}`
    const read = async () => (await clients[0]!.get(`${path}/profile`)).body.data
    const before = await read()
    const tried: [part: 'details' | 'skills' | 'access', change: (n: number) => object][] = [
      ['details', (n) => ({ firstname: `Tessa ${n}` })],
      ['skills', (n) => ({ skillset: [`Hijsen ${n}`] })],
      ['access', (n) => ({ entitlements: before.known_entitlements.slice(0, n % 2) })],
    ]
    for (const [part, change] of tried) {
      const from = (await read())[part]
      const answers = await Promise.all(clients.map((client, n) => client.patch(`${path}/${part}`, { ...from, ...change(n + 1) })))
      expect([part, answers.map(({ status }) => status).sort()]).toEqual([part, [200, 409, 409]])
      for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('changed_meanwhile')
      const won = answers.findIndex(({ status }) => status === 200)
      expect((await read())[part]).toMatchObject(change(won + 1))
    }
    const now = await read()
    expect((await clients[0]!.patch(`${path}/details`, { ...now.details, firstname: before.details.firstname })).status).toBe(200)
  })
})

describe('mails to a person', () => {
  it('are seen by the people who manage them, without their text, and by no other company', async () => {
    const {
      subject,
      status,
      membership_id: id,
    } = await app.asSystem(async () =>
      db
        .from('core_mail_outbox as o')
        .join('core_companies as c', 'c.id', 'o.company_id')
        .where('c.login_id', 'noordwind')
        .whereNotNull('o.membership_id')
        .whereNot('o.subject', '')
        .orderBy('o.created_at', 'desc')
        .orderBy('o.id', 'desc')
        .select('o.*')
        .firstOrFail(),
    )
    const { data } = (await supervisor.get(`${LIST}/${id}/mails`)).body
    expect(data[0]).toMatchObject({ subject, status })
    expect(Object.keys(data[0]).sort()).toEqual(['at', 'id', 'status', 'subject'])
    expect((await admin.get(`${LIST}/${id}/mails`)).body.data).toEqual(data)
    const other = await signInAs('beheerder@bouwmeester.example')
    expect((await other.get(`${LIST}/${id}/mails`)).status).toBe(404)
  })
})

describe('the status of a person', () => {
  it('separates invited people from those deactivated before they ever signed in, whose invitation is invalid', async () => {
    const [id] = await addPeople('noordwind', [{ firstname: 'Nooit', lastname: 'Binnengeweest', email: 'nooit@staat.example' }])
    const state = async () => {
      const { state: of, invitation } = (await supervisor.get(`${LIST}/${id}`)).body.data
      return [of, invitation]
    }
    await app.asSystem(() => db.from('core_memberships').where({ id }).update({ status: 'inactive' }))
    expect(await state()).toEqual(['invited', 'open'])
    expect(await names(supervisor, 'status=invited&search=binnengeweest')).toEqual(['Nooit Binnengeweest'])
    expect((await supervisor.post(`${LIST}/${id}/invitation`, {})).status).toBe(200)

    // Reactivated without doing anything themselves, and deactivated again.
    for (const action of ['people.activate', 'people.deactivate']) {
      expect((await supervisor.post(`${LIST}/act`, { action, ids: [id] })).status).toBeLessThan(300)
      await app.settle()
    }
    expect(await state()).toEqual(['inactive', null])
    expect(await names(supervisor, 'status=invited&search=binnengeweest')).toEqual([])
    expect(await names(supervisor, 'status=inactive')).toEqual(['Nooit Binnengeweest'])
    expect((await supervisor.post(`${LIST}/${id}/invitation`, {})).body.code).toBe('no_open_invitation')
    const { issueToken } = await import('#core/accounts/tokens')
    const { INVITATION } = await import('#core/accounts/invitation')
    const { acceptInvitation } = await import('#core/accounts/accept_invitation')
    const { user_id: userId } = await app.asSystem(() => db.from('core_memberships').where({ id }).firstOrFail())
    const { token } = await app.asSystem(() => issueToken(INVITATION, { userId, membershipId: id! }))
    const accepted = acceptInvitation(token, {
      firstname: 'N',
      lastname: 'B',
      language: 'nl',
      password: 'Nieuw-Wacht-99!',
      terms: true,
    } as never)
    await expect(accepted).rejects.toMatchObject({ code: 'invite_not_accepted' })
  })

  it('sorts by progress, with people without courses last in both directions and from both ends', async () => {
    const made = await addPeople(
      'noordwind',
      [0, 1, 2].map((number) => ({ firstname: 'Sorteer', lastname: `Mij ${number}`, email: `sorteer${number}@staat.example` })),
    )
    const { recordRegistered, recordPassed } = await import('../server/services/course_record.js')
    await app.inCompany('noordwind', async () => {
      const facts = (membershipId: number, participationId: number) => ({
        ...{ membershipId, participationId, courseId: 1, courseVersionId: 1, courseName: { nl: 'Iets' } },
      })
      const at = '2026-01-09T15:30:00.000Z'
      for (const number of [980_001, 980_002]) await recordRegistered({ ...facts(made[0]!, number), registeredAt: at })
      await recordPassed({ ...facts(made[0]!, 980_001), language: 'nl', grade: 80, passedAt: at, certificateValidMonths: null })
      await recordPassed({ ...facts(made[1]!, 980_003), language: 'nl', grade: 80, passedAt: at, certificateValidMonths: null })
    })
    for (const search of ['&search=sorteer', '']) {
      for (const sort of ['progress', '-progress']) {
        const whole = (await supervisor.get(`${LIST}?per_page=100&sort=${sort}${search}`)).body.data as {
          id: number
          progress: number | null
        }[]
        const known = whole.flatMap(({ progress }) => (progress === null ? [] : [progress]))
        expect(known).toEqual([...known].sort((a, b) => (sort === 'progress' ? a - b : b - a)))
        expect(whole.slice(known.length).every(({ progress }) => progress === null)).toBe(true)
        expect(whole.map(({ id }) => id)).toEqual(expect.arrayContaining(made))
        // Page by page; the last pages are counted from the end.
        const pages: number[] = []
        for (let page = 1; pages.length < whole.length; page += 1) {
          const { data } = (await supervisor.get(`${LIST}?per_page=10&page=${page}&sort=${sort}${search}`)).body
          pages.push(...data.map(({ id }: { id: number }) => id))
        }
        expect(pages).toEqual(whole.map(({ id }) => id))
      }
    }
    const seen = (await supervisor.get(`${LIST}?per_page=100&sort=-last_seen`)).body.data as { id: number }[]
    const last = Math.ceil(seen.length / 10)
    const end = (await supervisor.get(`${LIST}?per_page=10&page=${last}&sort=-last_seen`)).body.data as { id: number }[]
    expect(end.map(({ id }) => id)).toEqual(seen.slice((last - 1) * 10).map(({ id }) => id))
  })
})
