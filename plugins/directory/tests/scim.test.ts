import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, signInAs, testApp } from '#core/testing/app'
import { readFilter } from '../server/scim/filter.js'
import { readPatch } from '../server/scim/patch.js'
import { readUser } from '../server/scim/user.js'

// The standard's own examples: RFC 7643, sections 8.1 and 8.2; RFC 7644, sections 3.3, 3.5.2 and 3.12.
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

/** As an admin and a supervisor make it. */
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

  it('says what it can', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
    expect((await scim('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 1, Resources: [{ endpoint: '/Users' }] })
    expect((await scim('GET', `/Schemas/${USER}`)).body.attributes[0]).toMatchObject({ name: 'userName', required: true })
    expect(await scim('GET', '/Schemas/none')).toMatchObject(refused(404))
  })

  it('takes the standard’s full user as a participant, whatever roles it names', async () => {
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

  it('shuts the door in the shapes that Okta and Entra send, at once, and opens it again', async () => {
    const client = await signInAs('leerling@noordwind.example')
    const [{ id: own }] = (await find('userName eq "leerling@noordwind.example"')).Resources
    const sessions = () => system(() => db.from('core_sessions').where('membership_id', own))
    expect(await sessions()).not.toEqual([])
    expect((await patch(own, { op: 'Replace', path: 'active', value: 'False' })).body.active).toBe(false)
    expect((await client.get('/user/identify')).status).toBe(401)
    // Also when they are let in again: what was open has ended.
    expect(await sessions()).toEqual([])
    expect((await patch(own, { op: 'replace', value: { active: true } })).body.active).toBe(true)
    expect((await client.get('/user/identify')).status).toBe(401)
    expect((await scim('DELETE', `/Users/${own}`)).status).toBe(204)
    expect((await scim('GET', `/Users/${own}`)).body.active).toBe(false)
    await expect(signInAs('leerling@noordwind.example')).rejects.toThrow('401')
    expect((await patch(own, { op: 'add', path: 'active', value: true })).body.active).toBe(true)
    const noted = await system(() => db.from('core_audit_log').where({ action: 'membership.inactive', reason: 'core.directory' }))
    expect(noted).toHaveLength(2)
  })

  it('changes names and what the directory calls somebody, and no address', async () => {
    const { body } = await patch(id, { op: 'replace', path: 'name.familyName', value: 'Jensen-Smit' }, { op: 'Add', value: { 'name.givenName': 'Babs', title: 'Guide' } }, { op: 'replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'X' }) // prettier-ignore
    expect(body.name).toMatchObject({ givenName: 'Babs', familyName: 'Jensen-Smit' })
    expect((await patch(id, { op: 'remove', path: 'externalId' })).body.externalId).toBeUndefined()
    const replaced = await scim('PUT', `/Users/${id}`, { ...FULL, userName: 'babs', externalId: 'x', active: false })
    expect(replaced.body).toMatchObject({ userName: 'babs', externalId: 'x', active: false, name: { givenName: 'Barbara' } })
    expect(await patch(id, { op: 'replace', path: 'emails[type eq "work"].value', value: 'b@example.com' })).toMatchObject(
      refused(400, 'mutability'),
    )
    expect(await patch(id, { op: 'replace', path: 'nonsense', value: 1 })).toMatchObject(refused(400, 'invalidPath'))
    expect(await patch(id, { op: 'replace', path: 'userName', value: 'bjensen' })).toMatchObject(refused(409, 'uniqueness'))
  })

  it('shuts out whom it shuts out, whatever else it says of them: no name or address of their own keeps anybody in', async () => {
    const made = (await scim('POST', '/Users', { ...FULL, userName: 'kees@example.com', externalId: 'kees', emails: undefined })).body
    const { user_id: userId } = await system(() => db.from('core_memberships').where('id', made.id).firstOrFail())
    const told = { ...FULL, userName: 'kees@example.com', externalId: 'kees', emails: undefined }
    // They took another address here.
    await system(() => db.from('core_users').where('id', userId).update({ email: 'kees@elders.example' }))
    expect(await scim('PUT', `/Users/${made.id}`, { ...told, active: true })).toMatchObject(refused(400, 'mutability'))
    expect((await scim('PUT', `/Users/${made.id}`, { ...told, active: false })).body).toMatchObject({ active: false })
    expect((await patch(made.id, { op: 'replace', value: { active: true } })).body.active).toBe(true)
    // They are somebody's elsewhere, who may not be renamed from here.
    const { id: other } = await system(() => db.from('core_companies').where('login_id', 'bouwmeester').firstOrFail())
    await system(() => db.table('core_memberships').insert({ company_id: other, user_id: userId, role: 'leerling' }))
    expect(await patch(made.id, { op: 'replace', path: 'name.givenName', value: 'Anders' }, { op: 'replace', path: 'userName', value: 'kees2' })).toMatchObject(refused(409)) // prettier-ignore
    // All or nothing.
    expect((await scim('GET', `/Users/${made.id}`)).body.userName).toBe('kees@example.com')
    const shut = await patch(made.id, { op: 'replace', path: 'name.givenName', value: 'Anders' }, { op: 'replace', path: 'active', value: false }) // prettier-ignore
    expect(shut).toMatchObject({ status: 200, body: { active: false, name: { givenName: 'Barbara' } } })
  })

  it('makes somebody with their names or not at all, of two at once one, and who may not come in never could', async () => {
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

  it('knows its own company alone, and nobody without its token', async () => {
    const theirs = await tokenOf('bouwmeester')
    expect(await scim('GET', `/Users/${id}`, undefined, theirs)).toMatchObject(refused(404))
    expect(await scim('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: true }] }, theirs)).toMatchObject(refused(404)) // prettier-ignore
    expect((await scim('GET', '/Users?count=200', undefined, theirs)).body.Resources.some((one: { id: string }) => one.id === id)).toBe(
      false,
    )
    // An account of another company, and one with an address that is not the company's.
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
    // Without the domains that an admin gave nothing of a directory counts.
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
    // A path that is nothing but brackets takes no more time than any other.
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

describe('what a directory sends', () => {
  it('is read as the standard says', () => {
    expect(readUser(FULL)).toMatchObject({ email: 'bjensen@example.com', firstname: 'Barbara', language: 'en', active: true })
    expect(readFilter('userName Eq "a\\"b"')).toEqual({ by: 'userName', value: 'a"b' })
    for (const wrong of ['userName sw "a"', 'userName eq a', 'userName eq "a" and active eq true', 'password eq "x"']) {
      expect(() => readFilter(wrong), wrong).toThrow()
    }
    const entra = { schemas: [PATCH], Operations: [{ op: 'Replace', path: 'name.givenName', value: 'A' }, { op: 'Add', path: 'emails[type eq "work"].value', value: 'A@b.example' }, { op: 'Replace', path: 'active', value: 'True' }] } // prettier-ignore
    expect(readPatch(entra)).toEqual({ firstname: 'A', email: 'a@b.example', active: true })
    expect(() => readPatch({ ...entra, Operations: [{ op: 'remove', path: 'userName' }] })).toThrow('cannot be removed')
  })
})
