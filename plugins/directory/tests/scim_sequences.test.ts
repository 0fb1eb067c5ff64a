import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#core/testing/app'
import { scimToken } from './scim_token.js'

// A year of a person in the requests of each vendor's documentation, as data: hired, married, moved to another department, in and out of a
// group, left and hired again. Entra: "Develop and plan provisioning for a SCIM endpoint". Okta: "SCIM 2.0 protocol reference".

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const patch = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })

interface Step {
  of: string
  send: readonly [method: string, path: string, body?: object]
  status: number
  /** What the answer contains. */
  answer?: object
}
/** In a path or body, `$user` and `$group` are replaced by the id of the user or group that was created last. */
const ENTRA: Step[] = [
  { of: 'the connection test', send: ['GET', '/Users?filter=userName eq "5b1a8f8c-0000-4000-8000-000000000000"'], status: 200, answer: { schemas: [LIST], totalResults: 0 } }, // prettier-ignore
  {
    of: 'a new employee',
    send: [
      'POST',
      '/Users',
      {
        schemas: [USER, ENTERPRISE],
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName: 'lotte.smit@example.com',
        active: true,
        emails: [{ primary: true, type: 'work', value: 'lotte.smit@example.com' }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Lotte Smit', familyName: 'Smit', givenName: 'Lotte' },
        roles: [],
      },
    ],
    status: 201,
    answer: { userName: 'lotte.smit@example.com', active: true, name: { givenName: 'Lotte', familyName: 'Smit' } },
  },
  {
    of: 'the search after it',
    send: ['GET', '/Users?filter=userName eq "lotte.smit@example.com"'],
    status: 200,
    answer: { totalResults: 1 },
  },
  { of: 'a marriage', send: ['PATCH', '/Users/$user', patch({ op: 'Replace', path: 'name.familyName', value: 'de Boer-Smit' }, { op: 'Replace', path: 'userName', value: 'lotte.deboer@example.com' }, { op: 'Replace', path: 'emails[type eq "work"].value', value: 'lotte.deboer@example.com' })], status: 200, answer: { userName: 'lotte.deboer@example.com', name: { familyName: 'de Boer-Smit' } } }, // prettier-ignore
  { of: 'another department', send: ['PATCH', '/Users/$user', patch({ op: 'Add', path: `${ENTERPRISE}:department`, value: 'Techniek' }, { op: 'Replace', path: 'title', value: 'Monteur' })], status: 200, answer: { title: 'Monteur' } }, // prettier-ignore
  { of: 'a new group', send: ['POST', '/Groups', { schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'], externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159', displayName: 'Entra monteurs', meta: { resourceType: 'Group' } }], status: 201, answer: { displayName: 'Entra monteurs' } }, // prettier-ignore
  {
    of: 'the search of the group',
    send: ['GET', '/Groups?excludedAttributes=members&filter=displayName eq "Entra monteurs"'],
    status: 200,
    answer: { totalResults: 1 },
  },
  { of: 'into the group', send: ['PATCH', '/Groups/$group', patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '$user' }] })], status: 200, answer: { members: [{ value: '$user' }] } }, // prettier-ignore
  { of: 'out of the group', send: ['PATCH', '/Groups/$group', patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '$user' }] })], status: 200, answer: { members: [] } }, // prettier-ignore
  { of: 'a leaver, with an attribute that cannot be kept', send: ['PATCH', '/Users/$user', patch({ op: 'Replace', path: 'active', value: 'False' }, { op: 'Replace', path: 'employeeHireDate', value: 'x' })], status: 200, answer: { active: false } }, // prettier-ignore
  { of: 'the same person again', send: ['PATCH', '/Users/$user', patch({ op: 'Replace', path: 'active', value: 'True' })], status: 200, answer: { active: true } }, // prettier-ignore
  { of: 'the end of the group', send: ['DELETE', '/Groups/$group'], status: 204 },
  { of: 'the end of the account', send: ['DELETE', '/Users/$user'], status: 204 },
  { of: 'a look at it afterwards', send: ['GET', '/Users/$user'], status: 404, answer: { status: '404' } },
]
const okta = (active: boolean, family: string) => ({
  schemas: [USER],
  userName: 'noor.kok@example.com',
  name: { givenName: 'Noor', familyName: family },
  emails: [{ primary: true, value: 'noor.kok@example.com', type: 'work' }],
  displayName: `Noor ${family}`,
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  active,
})
const OKTA: Step[] = [
  { of: 'the search before', send: ['GET', '/Users?filter=userName eq "noor.kok@example.com"&startIndex=1&count=100'], status: 200, answer: { totalResults: 0, startIndex: 1 } }, // prettier-ignore
  { of: 'a new employee', send: ['POST', '/Users', { ...okta(true, 'Kok'), password: '1mz050nq' }], status: 201, answer: { active: true, userName: 'noor.kok@example.com' } }, // prettier-ignore
  { of: 'the same again', send: ['POST', '/Users', okta(true, 'Kok')], status: 409, answer: { scimType: 'uniqueness', status: '409' } },
  { of: 'a look', send: ['GET', '/Users/$user'], status: 200, answer: { name: { familyName: 'Kok' } } },
  { of: 'a marriage', send: ['PUT', '/Users/$user', { ...okta(true, 'van Dam'), id: '$user' }], status: 200, answer: { name: { familyName: 'van Dam' }, active: true } }, // prettier-ignore
  { of: 'a new group', send: ['POST', '/Groups', { schemas: [GROUP], displayName: 'Okta monteurs', members: [] }], status: 201, answer: { members: [] } }, // prettier-ignore
  { of: 'into the group', send: ['PATCH', '/Groups/$group', patch({ op: 'add', path: 'members', value: [{ value: '$user', display: 'noor.kok@example.com' }] })], status: 200, answer: { members: [{ value: '$user' }] } }, // prettier-ignore
  { of: 'another name of the group', send: ['PATCH', '/Groups/$group', patch({ op: 'replace', value: { id: '$group', displayName: 'Okta monteurs nacht' } })], status: 200, answer: { displayName: 'Okta monteurs nacht', members: [{ value: '$user' }] } }, // prettier-ignore
  { of: 'out of the group', send: ['PATCH', '/Groups/$group', patch({ op: 'remove', path: 'members[value eq "$user"]' })], status: 200, answer: { members: [] } }, // prettier-ignore
  {
    of: 'a leaver',
    send: ['PATCH', '/Users/$user', patch({ op: 'replace', value: { active: false } })],
    status: 200,
    answer: { active: false },
  },
  { of: 'the same person again', send: ['PUT', '/Users/$user', okta(true, 'van Dam')], status: 200, answer: { active: true } },
]

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = await scimToken(app)
})

describe('the requests of a vendor, in their order', () => {
  it.each([
    ['Entra ID', ENTRA],
    ['Okta', OKTA],
  ])('%s', async (_, steps) => {
    const ids: Record<string, string> = {}
    const filled = <T>(part: T): T => JSON.parse(JSON.stringify(part).replace(/\$(user|group)/g, (_all, name: string) => ids[name]!)) as T
    for (const { of, send, status, answer } of steps) {
      const [method, path, body] = filled(send)
      const response = await fetch(encodeURI(`${app.url}/scim/v2${path}`), {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json; charset=utf-8' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      expect([of, response.status], text).toEqual([of, status])
      const given = text ? JSON.parse(text) : null
      if (status === 201) ids[path.startsWith('/Users') ? 'user' : 'group'] = given.id
      if (answer) expect(given, of).toMatchObject(filled(answer))
    }
  })
})
