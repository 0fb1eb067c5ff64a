import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { ScimError } from '../server/scim/errors.js'
import { readFilter } from '../server/scim/filter.js'
import { readPatch } from '../server/scim/patch.js'
import { readUser } from '../server/scim/user.js'

// The examples of the standard: RFC 7643, sections 8.1 and 8.2; RFC 7644, sections 3.3, 3.5.2 and 3.12.
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const MINIMAL = { schemas: [USER], userName: 'bjensen', externalId: 'bjensen', name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' } } // prettier-ignore
const FULL = {
  schemas: [USER],
  id: '2819c223-7f76-453a-919d-413861904646',
  externalId: '701984',
  userName: 'bjensen@example.com',
  name: { formatted: 'Ms. Barbara J Jensen, III', familyName: 'Jensen', givenName: 'Barbara', middleName: 'Jane', honorificPrefix: 'Ms.', honorificSuffix: 'III' }, // prettier-ignore
  displayName: 'Babs Jensen',
  nickName: 'Babs',
  profileUrl: 'https://login.example.com/bjensen',
  emails: [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ],
  addresses: [{ streetAddress: '100 Universal City Plaza', locality: 'Hollywood', region: 'CA', postalCode: '91608', country: 'USA', type: 'work', primary: true }], // prettier-ignore
  phoneNumbers: [{ value: '555-555-5555', type: 'work' }],
  userType: 'Employee',
  title: 'Tour Guide',
  preferredLanguage: 'en-US',
  locale: 'en-US',
  timezone: 'America/Los_Angeles',
  active: true,
  password: 't1meMa$heen',
  roles: [{ value: 'beheerder' }, { value: 'admin' }],
  entitlements: [{ value: 'examinator_can_validate_attempts' }],
}

let app: TestApp
let db: typeof import('@adonisjs/lucid/services/db').default
let token: string
const system = <T>(work: () => PromiseLike<T>) => app.asSystem(async () => await work())

beforeAll(async () => {
  app = await testApp()
  ;({ default: db } = await import('@adonisjs/lucid/services/db'))
  token = await tokenOf('noordwind')
})

async function setDomains(company: string, domains: string) {
  const admin = await signInAs('admin@platform.example')
  const { id } = await system(() => db.from('core_companies').where('login_id', company).firstOrFail())
  const { updated_at } = (await admin.get(`/api/companies/${id}`)).body.data
  expect((await admin.patch(`/api/companies/${id}`, { updated_at, settings: { directory: { domains } } })).status).toBe(200)
}

/** As an admin and a supervisor create it. */
async function tokenOf(company: string): Promise<string> {
  await setDomains(company, `${company}.example, example.com`)
  const supervisor = await signInAs(`beheerder@${company}.example`)
  const { body } = await supervisor.post('/api/directory/companies/0/scim')
  return body.data.token
}

async function scim(method: string, path: string, body?: unknown, bearer = token) {
  const response = await fetch(`${app.url}/scim/v2${path}`, {
    method,
    headers: { ...(bearer && { authorization: `Bearer ${bearer}` }), 'content-type': 'application/scim+json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (text) expect(response.headers.get('content-type')).toMatch(/^application\/scim\+json/)
  return { status: response.status, body: text ? JSON.parse(text) : null, headers: response.headers }
}
const patch = (id: string, ...Operations: object[]) => scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations })
const refused = (status: number, scimType?: string) => ({
  status,
  body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status), ...(scimType && { scimType }) },
})
const find = async (filter: string) => (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body

describe('SCIM', () => {
  let id: string

  it('describes its capabilities', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
    expect((await scim('GET', '/ResourceTypes')).body).toMatchObject({
      totalResults: 2,
      Resources: [{ endpoint: '/Users' }, { endpoint: '/Groups' }],
    })
    expect((await scim('GET', `/Schemas/${USER}`)).body.attributes[0]).toMatchObject({ name: 'userName', required: true })
    expect(await scim('GET', '/Schemas/none')).toMatchObject(refused(404))
  })

  it('creates the standard’s full user as a participant, whatever roles it names', async () => {
    const { status, body, headers } = await scim('POST', '/Users', FULL)
    expect(status, JSON.stringify(body)).toBe(201)
    id = body.id
    expect(headers.get('location')).toBe(`${app.url}/scim/v2/Users/${id}`)
    expect(body).toMatchObject({
      schemas: [USER],
      externalId: '701984',
      userName: 'bjensen@example.com',
      name: { givenName: 'Barbara', familyName: 'Jensen' },
      emails: [{ value: 'bjensen@example.com', primary: true }],
      active: true,
      meta: { resourceType: 'User', location: `${app.url}/scim/v2/Users/${id}` },
    })
    expect(JSON.stringify(body)).not.toContain('t1meMa')
    const [row] = await system(
      () =>
      db.from('core_memberships as m').join('core_users as u', 'u.id', 'm.user_id').where('m.id', id).select('m.role', 'm.entitlements', 'u.password', 'u.platform_role'), // prettier-ignore
    )
    expect(row).toEqual({ role: 'leerling', entitlements: [], password: null, platform_role: null })
    expect(await scim('POST', '/Users', FULL)).toMatchObject(refused(409, 'uniqueness'))
    // The standard's smallest user has no address, and nobody signs in here without one.
    expect(await scim('POST', '/Users', MINIMAL)).toMatchObject(refused(400, 'invalidValue'))
    expect((await scim('POST', '/Users', { ...MINIMAL, emails: [{ value: 'bj2@example.com' }] })).body).toMatchObject({
      userName: 'bjensen',
    })
  })

  it('finds people by userName and externalId, and page by page', async () => {
    for (const filter of [
      'userName eq "BJENSEN@example.com"',
      'externalId eq "701984"',
      `id eq "${id}"`,
      'emails[type eq "work"].value eq "bjensen@example.com"',
      `${USER}:userName eq "bjensen@example.com"`,
    ])
      // prettier-ignore
      expect(await find(filter), filter).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    expect(await find('userName eq "nobody@example.com"')).toMatchObject({ totalResults: 0, Resources: [] })
    expect(await scim('GET', '/Users?filter=title%20pr')).toMatchObject(refused(400, 'invalidFilter'))
    const all = (await scim('GET', '/Users?count=0')).body
    expect(all).toMatchObject({ itemsPerPage: 0, Resources: [] })
    const second = (await scim('GET', '/Users?startIndex=2&count=1')).body
    const first = (await scim('GET', '/Users?startIndex=-5&count=2')).body
    expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 })
    expect(first.startIndex).toBe(1)
    expect(second.Resources[0].id).toBe(first.Resources[1].id)
  })

  it('deactivates at once in the formats of Okta and Entra, and reactivates', async () => {
    const client = await signInAs('leerling@noordwind.example')
    const [{ id: own }] = (await find('userName eq "leerling@noordwind.example"')).Resources
    const sessions = () => system(() => db.from('core_sessions').where('membership_id', own))
    expect(await sessions()).not.toEqual([])
    expect((await patch(own, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false)
    expect((await client.get('/user/identify')).status).toBe(401)
    // Also when they are reactivated: open sessions have ended.
    expect(await sessions()).toEqual([])
    expect((await patch(own, { op: 'replace', value: { active: true } })).body.active).toBe(true)
    expect((await client.get('/user/identify')).status).toBe(401)
    // A deleted person is gone for the directory (RFC 7644, section 3.6); the person and their results stay here.
    expect((await scim('DELETE', `/Users/${own}`)).status).toBe(204)
    expect(await scim('GET', `/Users/${own}`)).toMatchObject(refused(404))
    expect(await find('userName eq "leerling@noordwind.example"')).toMatchObject({ totalResults: 0 })
    expect(await scim('DELETE', `/Users/${own}`)).toMatchObject(refused(404))
    expect(await patch(own, { op: 'add', path: 'active', value: true })).toMatchObject(refused(404))
    await expect(signInAs('leerling@noordwind.example')).rejects.toThrow('401')
    const again = await scim('POST', '/Users', { schemas: [USER], userName: 'leerling@noordwind.example', name: { givenName: 'Sanne', familyName: 'de Vries' }, active: true }) // prettier-ignore
    expect(again).toMatchObject({ status: 201, body: { id: own, active: true } })
    expect((await (await signInAs('leerling@noordwind.example')).get('/user/identify')).status).toBe(200)
    const noted = await system(() => db.from('core_audit_log').where({ action: 'membership.inactive', reason: 'core.directory' }))
    expect(noted).toHaveLength(2)
  })

  it('changes names and the directory’s id, and no address', async () => {
    const { body } = await patch(id, { op: 'replace', path: 'name.familyName', value: 'Jensen-Smit' }, { op: 'Add', value: { 'name.givenName': 'Babs', title: 'Guide' } }, { op: 'replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'X' }) // prettier-ignore
    expect(body.name).toMatchObject({ givenName: 'Babs', familyName: 'Jensen-Smit' })
    expect((await patch(id, { op: 'remove', path: 'externalId' })).body.externalId).toBeUndefined()
    const replaced = await scim('PUT', `/Users/${id}`, { ...FULL, userName: 'babs', externalId: 'x', active: false })
    expect(replaced.body).toMatchObject({ userName: 'babs', externalId: 'x', active: false, name: { givenName: 'Barbara' } })
    expect(await patch(id, { op: 'replace', path: 'emails[type eq "work"].value', value: 'b@example.com' })).toMatchObject(
      refused(400, 'mutability'),
    )
    // An attribute without a counterpart is ignored; the others apply.
    expect((await patch(id, { op: 'replace', path: 'nonsense', value: 1 })).status).toBe(200)
    expect((await patch(id, { op: 'replace', path: 'userName', value: 'BJ2@example.com' })).body).toMatchObject({ scimType: 'uniqueness' })
    expect(await patch(id, { op: 'replace', path: 'userName', value: 'bjensen' })).toMatchObject(refused(409, 'uniqueness'))
  })

  it('always applies a deactivation, whatever name or address is sent with it', async () => {
    const made = (await scim('POST', '/Users', { ...FULL, userName: 'kees@example.com', externalId: 'kees', emails: undefined })).body
    const { user_id: userId } = await system(() => db.from('core_memberships').where('id', made.id).firstOrFail())
    const told = { ...FULL, userName: 'kees@example.com', externalId: 'kees', emails: undefined }
    // They changed their address here.
    await system(() => db.from('core_users').where('id', userId).update({ email: 'kees@elders.example' }))
    const emails = [{ value: 'kees@example.com', type: 'work' }]
    expect(await scim('PUT', `/Users/${made.id}`, { ...told, emails, active: true })).toMatchObject(refused(400, 'mutability'))
    expect((await scim('PUT', `/Users/${made.id}`, { ...told, active: false })).body).toMatchObject({ active: false })
    expect((await patch(made.id, { op: 'replace', value: { active: true } })).body.active).toBe(true)
    // They belong to another company too and may not be renamed from here.
    const { id: other } = await system(() => db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail())
    await system(() => db.table('core_memberships').insert({ company_id: other, user_id: userId, role: 'leerling' }))
    expect(await patch(made.id, { op: 'replace', path: 'name.givenName', value: 'Anders' }, { op: 'replace', path: 'userName', value: 'kees2' })).toMatchObject(refused(409)) // prettier-ignore
    // All or nothing.
    expect((await scim('GET', `/Users/${made.id}`)).body.userName).toBe('kees@example.com')
    const shut = await patch(made.id, { op: 'replace', path: 'name.givenName', value: 'Anders' }, { op: 'replace', path: 'active', value: false }) // prettier-ignore
    expect(shut).toMatchObject({ status: 200, body: { active: false, name: { givenName: 'Barbara' } } })
  })

  it('creates a person completely or not at all, once for concurrent requests, and never as active when inactive is requested', async () => {
    const one = (email: string, more: object = {}) =>
      scim('POST', '/Users', { ...FULL, userName: 'tweeling', externalId: email, emails: [{ value: email }], ...more })
    const both = ['t1@example.com', 't2@example.com', 't3@example.com', 't4@example.com']
    const answers = await Promise.all(both.map((email) => one(email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await system(() => db.from('core_users').whereIn('email', both))).toHaveLength(1)
    expect((await find('userName eq "tweeling"')).totalResults).toBe(1)

    const { body } = await one('dicht@example.com', { userName: 'dicht', active: false })
    expect(body.active).toBe(false)
    const told = await system(() =>
      db.from('core_outbox').whereRaw(`payload->>'membershipId' = ?`, [body.id]).whereRaw(`payload->>'status' is not null`),
    )
    expect(told.map(({ payload }) => payload.status)).toEqual(['inactive'])
  })

  it('knows its own company only, and refuses requests without its token', async () => {
    const theirs = await tokenOf('bouwmeester')
    expect(await scim('GET', `/Users/${id}`, undefined, theirs)).toMatchObject(refused(404))
    expect(await scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: true }] }, theirs)).toMatchObject(refused(404)) // prettier-ignore
    expect((await scim('GET', '/Users?count=200', undefined, theirs)).body.Resources.some((one: { id: string }) => one.id === id)).toBe(
      false,
    )
    // An account of another company, and one with an address outside the company's domains.
    const other = { ...FULL, userName: 'leerling@noordwind.example', emails: [{ value: 'leerling@noordwind.example' }] }
    expect(await scim('POST', '/Users', other, theirs)).toMatchObject(refused(400, 'invalidValue'))
    const shared = { ...FULL, userName: 'bj2@example.com', emails: [{ value: 'bj2@example.com' }] }
    expect(await scim('POST', '/Users', shared, theirs)).toMatchObject(refused(409, 'uniqueness'))
    const last = (await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "beheerder@bouwmeester.example"')}`, undefined, theirs)).body // prettier-ignore
    expect(last.totalResults).toBe(1)
    expect(await scim('DELETE', `/Users/${last.Resources[0].id}`, undefined, theirs)).toMatchObject(refused(409, 'mutability'))
    for (const bearer of ['', 'x', `scim_${'a'.repeat(43)}`]) {
      const { status, headers } = await scim('GET', '/Users', undefined, bearer)
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="SCIM"'])
    }
    expect(JSON.stringify(await system(() => db.from('directory_tokens')))).not.toContain(token)
    // Without domains set by an admin a directory has no effect.
    await setDomains('bouwmeester', '')
    expect(await scim('GET', '/Users', undefined, theirs)).toMatchObject(refused(403))
    await setDomains('bouwmeester', 'bouwmeester.example')
    const supervisor = await signInAs('beheerder@bouwmeester.example')
    expect((await supervisor.delete('/api/directory/companies/0/scim')).body.data.made_at).toBeNull()
    expect((await scim('GET', '/Users', undefined, theirs)).status).toBe(401)
  })

  it('answers bad input with a code', async () => {
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '{"schemas":[]}',
      JSON.stringify({ schemas: [PATCH], Operations: {} }),
      JSON.stringify({ schemas: [PATCH], Operations: [{ op: 'move' }] }),
      JSON.stringify({ schemas: [PATCH], Operations: [{ op: { toString: 1 }, path: 'active', value: true }] }),
      `{"schemas":["${PATCH}"],"Operations":[{"op":${'['.repeat(20_000)}${']'.repeat(20_000)}}]}`,
      '['.repeat(50_000),
    ])
      // prettier-ignore
      expect(await scim('PATCH', `/Users/${id}`, body), body.slice(0, 60)).toMatchObject(refused(400, 'invalidSyntax'))
    // A path of brackets only takes no more time than any other.
    expect(await patch(id, { op: 'replace', path: '['.repeat(250_000), value: 1 })).toMatchObject(refused(400, 'invalidPath'))
    expect(await patch(id, { op: 'replace', value: { ['['.repeat(250_000)]: 1 } })).toMatchObject(refused(400, 'invalidPath'))
    expect(await scim('POST', '/Users', 'x'.repeat(300_000))).toMatchObject(refused(413))
    for (const wrong of ['0', '-1', 'x', '99999999999999999999', '%00']) expect((await scim('GET', `/Users/${wrong}`)).status).toBe(404)
    for (const change of [
      { userName: 5 },
      { name: 'x' },
      { active: 'maybe' },
      { emails: 'x' },
      { emails: [{ value: {} }] },
      { externalId: 'a\u0000b' },
    ])
      // prettier-ignore
      expect(await scim('POST', '/Users', { ...FULL, ...change }), JSON.stringify(change)).toMatchObject(refused(400, 'invalidValue'))
  })
})

describe('people as Entra ID and Okta send them', () => {
  const add = async (name: string, more: object = {}) => {
    const told = { schemas: [USER], userName: `${name}@example.com`, externalId: name, name: { givenName: 'Ada', familyName: 'Bos' }, emails: [{ type: 'work', value: `${name}@example.com`, primary: 'True' }], ...more } // prettier-ignore
    const { status, body } = await scim('POST', '/Users', told)
    expect(status, JSON.stringify(body)).toBe(201)
    return body as { id: string }
  }
  const inactive = { op: 'Replace', path: 'active', value: 'False' }

  it.each([
    ['an attribute that is not known', { op: 'Replace', path: 'employeeHireDate', value: 'x' }],
    ['a name that is taken away', { op: 'Remove', path: 'name.familyName' }],
    ['an empty name', { op: 'Replace', path: 'name.familyName', value: '' }],
    ['an address that cannot be kept', { op: 'Replace', path: 'emails[type eq "work"].value', value: 'x' }],
    ['an extension', { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager', value: '1' }],
    ['an operation that there is not', { op: 'move', path: 'title' }],
  ])('are deactivated, whatever else is sent: %s', async (what, other) => {
    const { id } = await add(`leaver-${what.replace(/\W/g, '')}`)
    const [first, last] = [await patch(id, inactive, other), await patch(id, other, inactive)]
    for (const { status, body } of [first, last]) expect([status, body.active]).toEqual([200, false])
  })

  it('accept a list of one value as that value, and a value that is neither true nor false activates nobody', async () => {
    const { id } = await add('lijst')
    expect((await patch(id, { op: 'replace', path: 'active', value: [{ value: 'False' }] })).body.active).toBe(false)
    expect(await patch(id, { op: 'replace', path: 'active', value: 'perhaps' }, { op: 'replace', path: 'title', value: 'x' })).toMatchObject(refused(400, 'invalidValue')) // prettier-ignore
    expect((await scim('GET', `/Users/${id}`)).body.active).toBe(false)
  })

  it('sign in with the primary of several addresses, else that of work; other types are ignored and names are stored', async () => {
    const two = [{ type: 'home', value: 'thuis@example.org' }, { type: 'work', value: 'adres2@example.com' }] // prettier-ignore
    const { id } = await add('adres', { userName: 'adres2', emails: two })
    expect((await scim('GET', `/Users/${id}`)).body.emails[0].value).toBe('adres2@example.com')
    const moved = await patch(id, { op: 'Add', path: 'emails[type eq "other"].value', value: 'prive@example.org' }, { op: 'Replace', path: 'name.familyName', value: 'Nieuw' }) // prettier-ignore
    expect(moved).toMatchObject({ status: 200, body: { name: { familyName: 'Nieuw' }, emails: [{ value: 'adres2@example.com' }] } })
    // Married: another name and another address. The name is stored; only the person can change the address.
    const married = await scim('PUT', `/Users/${id}`, { schemas: [USER], userName: 'adres2', name: { givenName: 'Ada', familyName: 'Bos-Smit' }, emails: [{ type: 'work', value: 'a.bos@example.com' }], active: true }) // prettier-ignore
    expect(married).toMatchObject({ status: 200, body: { name: { familyName: 'Bos-Smit' }, emails: [{ value: 'adres2@example.com' }], externalId: 'adres' } }) // prettier-ignore
  })

  it('never share one userName', async () => {
    const [one, other] = [await add('naam-een'), await add('naam-twee')]
    expect(await patch(other.id, { op: 'replace', path: 'userName', value: 'NAAM-EEN@example.com' })).toMatchObject(
      refused(409, 'uniqueness'),
    )
    const answers = await Promise.all([one, other].map(({ id }) => patch(id, { op: 'replace', path: 'userName', value: 'zelfde' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('are found by combined filters, by a search, and with the requested attributes', async () => {
    await add('zoek', { name: { givenName: 'Zoë', familyName: 'Zoeker' } })
    for (const filter of [
      'userName sw "zoek@" and active eq true',
      'name.familyName eq "zoeker" or userName eq "nobody"',
      'emails[type eq "work" and value co "zoek@"]',
      'displayName ew "Zoeker" and not (externalId eq "other")',
      'externalId pr and userName eq "zoek@example.com"',
    ])
      expect(await find(filter), filter).toMatchObject({ totalResults: 1 })
    const search = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter: 'userName eq "zoek@example.com"', attributes: ['userName', 'name.familyName'], startIndex: 1, count: 5 } // prettier-ignore
    const { body } = await scim('POST', '/Users/.search', search)
    expect(body.Resources).toEqual([
      { schemas: [USER], id: expect.any(String), userName: 'zoek@example.com', name: { familyName: 'Zoeker' } },
    ])
    const [without] = (await scim('GET', `/Users?filter=${encodeURIComponent('externalId eq "zoek"')}&excludedAttributes=emails,meta`)).body.Resources // prettier-ignore
    expect([without.emails, without.meta, without.userName]).toEqual([undefined, undefined, 'zoek@example.com'])
    expect(await scim('GET', '/Me')).toMatchObject(refused(501))
  })

  it('stay the same person when they return after deletion, also under a name that somebody else had meanwhile', async () => {
    const gone = await add('terug')
    expect((await scim('DELETE', `/Users/${gone.id}`)).status).toBe(204)
    const other = await add('invaller', { userName: 'terug' })
    expect(other.id).not.toBe(gone.id)
    const told = { schemas: [USER], userName: 'terug@example.com', name: { givenName: 'Ada', familyName: 'Terug' }, active: true }
    const back = await scim('POST', '/Users', told)
    expect(back).toMatchObject({ status: 201, body: { id: gone.id, active: true, name: { familyName: 'Terug' } } })
    expect(await scim('POST', '/Users', told)).toMatchObject(refused(409, 'uniqueness'))
  })
})

describe('groups', () => {
  const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
  const change = (id: string, ...Operations: object[]) => scim('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations })
  const idsOf = ({ members }: { members: { value: string }[] }) => members.map(({ value }) => value).sort()
  let people: string[]
  beforeAll(async () => {
    people = []
    for (const name of ['groep-een', 'groep-twee', 'groep-drie']) {
      const told = { schemas: [USER], userName: `${name}@example.com`, name: { givenName: 'In', familyName: name } }
      people.push((await scim('POST', '/Users', told)).body.id)
    }
  })

  it('are the company’s groups: created, found, filled, renamed and deleted', async () => {
    const made = await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Monteurs', externalId: 'g-1', members: [{ value: people[0] }] }) // prettier-ignore
    expect(made).toMatchObject({ status: 201, body: { displayName: 'Monteurs', externalId: 'g-1', meta: { resourceType: 'Group' } } })
    const { id } = made.body
    expect(made.headers.get('location')).toBe(`${app.url}/scim/v2/Groups/${id}`)
    const supervisor = await signInAs('beheerder@noordwind.example')
    expect((await supervisor.get(`/api/groups/groups/${id}`)).body.data).toMatchObject({ name: 'Monteurs', members: 1 })
    expect(await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'monteurs' })).toMatchObject(refused(409, 'uniqueness'))
    const found = await scim('GET', `/Groups?filter=${encodeURIComponent('displayName eq "MONTEURS"')}&excludedAttributes=members`)
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id, externalId: 'g-1' }] })
    expect(found.body.Resources[0].members).toBeUndefined()
    const search = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter: 'displayName eq "monteurs"', excludedAttributes: ['members'] } // prettier-ignore
    expect((await scim('POST', '/Groups/.search', search)).body).toEqual(found.body)

    // As Entra ID adds and removes members, and as Okta does.
    const added = await change(id, { op: 'Add', path: 'members', value: [{ value: people[1] }, { value: '999999999' }, { value: 'x' }] })
    expect(idsOf(added.body)).toEqual([people[0], people[1]].sort())
    expect(idsOf((await change(id, { op: 'Remove', path: 'members', value: [{ value: people[0] }] })).body)).toEqual([people[1]])
    expect(idsOf((await change(id, { op: 'remove', path: `members[value eq "${people[1]}"]` })).body)).toEqual([])
    const replaced = await change(id, { op: 'replace', value: { id, displayName: 'Monteurs zee' } }, { op: 'replace', path: 'members', value: people.map((value) => ({ value })) }) // prettier-ignore
    expect(replaced.body.displayName).toBe('Monteurs zee')
    expect(idsOf(replaced.body)).toEqual([...people].sort())
    const put = await scim('PUT', `/Groups/${id}`, { schemas: [GROUP], displayName: 'Monteurs', members: [{ value: people[2] }] })
    expect(put.body).toMatchObject({ displayName: 'Monteurs', externalId: 'g-1' })
    expect(idsOf(put.body)).toEqual([people[2]])
    expect((await change(id, { op: 'replace', path: 'nonsense', value: 1 })).status).toBe(200)
    expect(await change(id, { op: 'replace', path: 'displayName', value: '' })).toMatchObject(refused(400, 'invalidValue'))

    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect(await scim('GET', `/Groups/${id}`)).toMatchObject(refused(404))
    expect(await scim('DELETE', `/Groups/${id}`)).toMatchObject(refused(404))
    expect((await supervisor.get(`/api/groups/groups/${id}`)).status).toBe(404)
  })

  it('of another company, and people of another company, are not found', async () => {
    const theirs = await tokenOf('bouwmeester')
    const { id } = (await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Alleen hier' })).body
    for (const method of ['GET', 'DELETE']) expect(await scim(method, `/Groups/${id}`, undefined, theirs)).toMatchObject(refused(404))
    const other = { schemas: [PATCH], Operations: [{ op: 'add', path: 'members', value: [{ value: people[0] }] }] }
    expect(await scim('PATCH', `/Groups/${id}`, other, theirs)).toMatchObject(refused(404))
    const made = await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Daar', members: [{ value: people[0] }] }, theirs)
    expect(made).toMatchObject({ status: 201, body: { members: [] } })
    await app.withoutPlugin('bouwmeester', 'groups', async () =>
      expect(await scim('GET', '/Groups', undefined, theirs)).toMatchObject(refused(501)),
    )
  })
})

describe('the values that a directory sends', () => {
  it('are read as the standard says', () => {
    expect(readUser(FULL)).toMatchObject({ email: 'bjensen@example.com', firstname: 'Barbara', language: 'en', active: true })
    const columns = { username: { sql: 'u', type: 'text' }, active: { sql: 'a', type: 'boolean' } } as const
    expect(readFilter('userName eq "a\\"b"', columns)).toEqual({ sql: 'lower(u) = lower(?)', values: ['a"b'] })
    expect(readFilter('userName sw "a%" and not (active eq "False")', columns)).toEqual({
      sql: '(lower(u) like lower(?) and not coalesce(a = ?, false))',
      values: ['a\\%%', false],
    })
    for (const wrong of [
      'userName eq a',
      'userName',
      'userName zz "a"',
      'active gt true',
      'password eq "x"',
      '('.repeat(599),
      '"'.repeat(9_999),
    ]) {
      expect(() => readFilter(wrong, columns), wrong.slice(0, 40)).toThrow(ScimError)
    }
    const entra = { schemas: [PATCH], Operations: [{ op: 'Replace', path: 'name.givenName', value: 'A' }, { op: 'Add', path: 'emails[type eq "work"].value', value: 'A@b.example' }, { op: 'Replace', path: 'active', value: 'True' }] } // prettier-ignore
    expect(readPatch(entra)).toEqual({ change: { firstname: 'A', email: 'a@b.example', active: true }, problems: [] })
    expect(readPatch({ ...entra, Operations: [{ op: 'remove', path: 'userName' }] }).problems[0]?.message).toContain('cannot be removed')
  })
})

describe('a name with an infix', () => {
  const name = async (id: string) => (await scim('GET', `/Users/${id}`)).body.name
  const change = (id: string, ...operations: object[]) => scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: operations })

  it('is exchanged as the middle name, and is not repeated when the last name has it too', async () => {
    const made = await scim('POST', '/Users', {
      ...{ schemas: [USER], userName: 'jose@noordwind.example' },
      name: { givenName: 'José', middleName: 'van der', familyName: 'Müller' },
    })
    expect(made.status).toBe(201)
    const { id } = made.body
    expect(made.body.name).toEqual({ givenName: 'José', middleName: 'van der', familyName: 'Müller', formatted: 'José van der Müller' })
    await change(id, { op: 'replace', path: 'name.familyName', value: 'van der Berg' })
    expect(await name(id)).toEqual({ givenName: 'José', familyName: 'van der Berg', formatted: 'José van der Berg' })
    await change(id, { op: 'replace', value: { 'name.middleName': 'de', 'name.familyName': 'Vries' } })
    expect(await name(id)).toEqual({ givenName: 'José', middleName: 'de', familyName: 'Vries', formatted: 'José de Vries' })
    await change(id, { op: 'remove', path: 'name.middleName' })
    expect(await name(id)).toEqual({ givenName: 'José', familyName: 'Vries', formatted: 'José Vries' })
  })

  it('may be one name, but not empty', async () => {
    const { body } = await scim('POST', '/Users', {
      ...{ schemas: [USER], userName: 'prince@noordwind.example' },
      name: { givenName: 'Prince', familyName: 'Nelson' },
    })
    expect((await change(body.id, { op: 'remove', path: 'name.familyName' })).status).toBe(200)
    expect((await name(body.id)).formatted).toBe('Prince')
    expect((await change(body.id, { op: 'replace', path: 'name.givenName', value: '' })).status).toBe(400)
    expect((await name(body.id)).formatted).toBe('Prince')
  })
})
