import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import { scimToken } from './scim_token.js'

// Requests as Entra ID, Okta and others really send them, beyond the examples of the standard.

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await scimToken(app)
})

async function scim(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null, type: response.headers.get('content-type') }
}
const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: [PATCH], Operations })
const find = (kind: string, filter: string) => scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)

async function make(name: string, more: object = {}): Promise<string> {
  const { status, body } = await scim('POST', '/Users', {
    schemas: [USER, ENTERPRISE],
    userName: `${name}@example.com`,
    name: { givenName: name, familyName: 'Vos' },
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

describe('a request', () => {
  it('may be application/json, with a scheme in any case and an ETag condition', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8', authorization: `bearer ${token}`, 'if-match': '*' }
    const sent = { schemas: [USER], userName: 'json@example.com', name: { givenName: 'Json', familyName: 'Vos' } }
    const { status, body, type } = await scim('POST', '/Users', sent, headers)
    expect(status).toBe(201)
    expect(type).toMatch(/^application\/scim\+json/)
    expect((await scim('GET', `/Users/${body.id}`, undefined, { ...headers, 'if-none-match': 'W/"0"' })).status).toBe(200)
  })

  it.each([
    ['GET', '/Foo', 404],
    ['POST', '/Foo/1/bar', 404],
    ['DELETE', '/Users/1/groups', 404],
    ['DELETE', '/Users', 405, 'GET, POST'],
    ['PUT', '/Groups', 405, 'GET, POST'],
    ['POST', '/Users/1', 405, 'GET, PUT, PATCH, DELETE'],
    ['PATCH', '/Schemas', 405, 'GET'],
    ['DELETE', '/ServiceProviderConfig', 405, 'GET'],
    ['POST', '/Bulk', 501],
    ['PATCH', '/Me', 501],
    ['POST', '/.search', 501],
  ])('%s %s has no answer, and says so in the format of SCIM', async (method, path, status, allow: string | null = null) => {
    const call = (headers: Record<string, string>) => fetch(`${app.url}/scim/v2${path}`, { method, headers })
    for (const [headers, expected] of [
      [{ authorization: `Bearer ${token}`, accept: 'text/html' }, status],
      [{}, 401],
    ] as const) {
      const response = await call(headers)
      expect([response.status, response.headers.get('content-type')]).toEqual([expected, 'application/scim+json; charset=utf-8'])
      expect(await response.json()).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(expected),
        detail: expect.any(String),
      })
      if (expected === 401) expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
      else expect(response.headers.get('allow')).toBe(allow)
    }
  })

  it('is paged from 0 as from 1, and with a count of 0 only counts', async () => {
    expect((await scim('GET', '/Users?startIndex=0&count=1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 1 })
    expect((await scim('GET', '/Groups?startIndex=0&count=0')).body).toMatchObject({ itemsPerPage: 0, Resources: [] })
    expect((await scim('GET', '/Users?startIndex=99999&count=5')).body).toMatchObject({ itemsPerPage: 0, Resources: [] })
  })
})

describe('people', () => {
  it('are found by userName and active together', async () => {
    const id = await make('filter', { active: 'True' })
    for (const filter of [
      'userName EQ "filter@example.com" AND active EQ True',
      'userName eq "filter@example.com" and externalId eq null and NOT (active eq false)',
      'userName eq "filter@example.com" and active eq true',
      'active eq "True" and userName Eq "FILTER@example.com"',
    ])
      expect((await find('Users', filter)).body, filter).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    expect((await find('Users', 'userName eq "filter@example.com" and active eq false')).body.totalResults).toBe(0)
  })

  it('are found by their number and manager, as Entra asks', async () => {
    const boss = await make('boss')
    const id = await make('worker', { [ENTERPRISE]: { employeeNumber: 'N-77', manager: { value: boss } } })
    for (const filter of [`${ENTERPRISE}:employeeNumber eq "N-77"`, `id eq "${id}" and manager eq "${boss}"`])
      expect((await find('Users', filter)).body, filter).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    expect((await find('Users', `id eq "${boss}" and manager eq "${boss}"`)).body.totalResults).toBe(0)
  })

  it('are changed by lists of one value, names with a schema, and capitals', async () => {
    const boss = await make('chief')
    const id = await make('listed')
    const { status, body } = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'userName', value: [{ $ref: null, value: 'listed.new@example.com' }] },
      { op: 'Add', path: `${USER}:name.familyName`, value: [{ value: 'Bos' }] },
      { op: 'Add', path: `${ENTERPRISE}:employeeNumber`, value: 701984 },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: [{ $ref: `../Users/${boss}`, value: boss }] },
      { op: 'Replace', path: 'active', value: [{ value: 'True' }] },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ userName: 'listed.new@example.com', name: { familyName: 'Bos' }, active: true, [ENTERPRISE]: { employeeNumber: '701984', manager: { value: boss } } }) // prettier-ignore
    const okta = await patch(`/Users/${id}`, { op: 'replace', value: { active: false, 'name.givenName': 'Lis', [`${ENTERPRISE}:employeeNumber`]: 'x1', nickName: 'L', [ENTERPRISE]: { department: 'Y' } } }) // prettier-ignore
    expect(okta.body).toMatchObject({ active: false, name: { givenName: 'Lis' }, [ENTERPRISE]: { employeeNumber: 'x1' } })
  })

  it('arrive with a number that is no text and a title that is too long', async () => {
    const id = await make('odd', { externalId: 12345, title: 'Very '.repeat(40), [ENTERPRISE]: { employeeNumber: 417 } })
    const { body } = await scim('GET', `/Users/${id}`)
    expect(body).toMatchObject({ externalId: '12345', [ENTERPRISE]: { employeeNumber: '417' } })
    expect(body.title).toBeUndefined()
  })

  it('have a name in order when only a display name is sent, with the last name first', async () => {
    const name = undefined
    const id = await make('comma', { name, displayName: 'Vries, Jan de' })
    expect((await scim('GET', `/Users/${id}`)).body.name).toMatchObject({ givenName: 'Jan', familyName: 'de Vries' })
  })

  it('keep their name when a PUT leaves it out', async () => {
    const id = await make('puts')
    const { status, body } = await scim('PUT', `/Users/${id}`, { schemas: [USER], userName: 'puts@example.com', active: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: { givenName: 'puts', familyName: 'Vos' }, active: true })
  })

  it('are deactivated by a PUT, whatever else it has', async () => {
    const wrong = [
      { userName: 'no-address', emails: [] },
      { userName: 'gone@example.com', title: 'Very '.repeat(40) },
      { userName: 'gone@example.com', name: { givenName: 'G'.repeat(101), familyName: 'Vos' } },
      { userName: 'gone@example.com', emails: 'gone@example.com', name: 'Gone Vos' },
    ]
    const id = await make('gone')
    for (const part of wrong) {
      expect((await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true })).body.active).toBe(true)
      const { status } = await scim('PUT', `/Users/${id}`, { schemas: [USER], ...part, active: 'False' })
      expect(status, JSON.stringify(part)).toBe(200)
      expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ active: false, name: { givenName: 'gone' } })
    }
  })
})

describe('members of a group', () => {
  const idsOf = ({ body }: { body: { members: { value: string }[] } }) => body.members.map(({ value }) => value).sort()

  it('leave when a filter names them, and nobody else does', async () => {
    const people = [await make('een'), await make('twee'), await make('drie')].sort()
    const [one, two, three] = people as [string, string, string]
    const { body } = await scim('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Zenders',
      members: people.map((value) => ({ value })),
    })
    const path = `/Groups/${body.id}`
    const remove = (filter: string) => patch(path, { op: 'Remove', path: `members[${filter}]` })
    // Nobody has these ids.
    for (const filter of ['value eq "2819c223-7f76-453a-919d-413861904646"', 'value eq "999999999"'])
      expect(idsOf(await remove(filter)), filter).toEqual(people)
    // Not understood: refused, and nobody leaves.
    for (const filter of ['display co "e"', 'value ne "1"', 'type eq "User"']) expect((await remove(filter)).status, filter).toBe(400)
    expect(idsOf(await scim('GET', path))).toEqual(people)
    expect(idsOf(await remove(`value eq "${one}" or value eq "${two}"`))).toEqual([three])
    expect(idsOf(await patch(path, { op: 'Add', path: 'members', value: [{ value: Number(one) }] }))).toEqual([one, three].sort())
    // In the order of the operations.
    const both = await patch(path, { op: 'add', path: 'members', value: [{ value: two }] }, { op: 'remove', path: `members[value eq "${two}"]` }) // prettier-ignore
    expect(idsOf(both)).toEqual([one, three].sort())
    const back = await patch(path, { op: 'remove', path: 'members' }, { op: 'add', path: 'members', value: [{ value: two }] })
    expect(idsOf(back)).toEqual([two])
  })

  it('stay when a PUT leaves them out, and are found by a filter', async () => {
    const one = await make('lid')
    const { body } = await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Blijvers', members: [{ value: one }] })
    expect(idsOf(await scim('PUT', `/Groups/${body.id}`, { schemas: [GROUP], displayName: 'Blijvers 2' }))).toEqual([one])
    for (const filter of [`id eq "${body.id}" and members eq "${one}"`, `members[value eq "${one}"]`])
      expect((await find('Groups', filter)).body, filter).toMatchObject({ totalResults: 1, Resources: [{ id: body.id }] })
    expect((await find('Groups', `id eq "${body.id}" and members eq "1"`)).body.totalResults).toBe(0)
  })
})
