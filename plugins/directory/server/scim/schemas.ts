import { GROUP } from './groups.js'
import { ENTERPRISE, USER } from './user.js'

// The description of this service (RFC 7643, sections 5 to 7).
const text = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const userSchema = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id: USER,
  name: 'User',
  description: 'User Account',
  attributes: [
    text('userName', { required: true, uniqueness: 'server' }),
    text('externalId', { caseExact: true }),
    {
      ...text('name'),
      type: 'complex',
      subAttributes: [text('givenName'), text('middleName'), text('familyName'), text('formatted', { mutability: 'readOnly' })],
    },
    text('displayName', { mutability: 'readOnly' }),
    // Set when the person is created; later only the person can change it.
    {
      ...text('emails', { mutability: 'immutable' }),
      type: 'complex',
      multiValued: true,
      subAttributes: [text('value'), text('type'), { ...text('primary'), type: 'boolean' }],
    },
    text('title'),
    text('preferredLanguage', { mutability: 'immutable' }),
    { ...text('active'), type: 'boolean' },
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER}` },
})

const enterpriseSchema = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id: ENTERPRISE,
  name: 'EnterpriseUser',
  description: 'Enterprise User',
  attributes: [
    text('employeeNumber', { uniqueness: 'server' }),
    {
      ...text('manager'),
      type: 'complex',
      subAttributes: [text('value'), text('$ref', { mutability: 'readOnly' }), text('displayName', { mutability: 'readOnly' })],
    },
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${ENTERPRISE}` },
})

const groupSchema = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id: GROUP,
  name: 'Group',
  description: 'Group',
  attributes: [
    text('displayName', { required: true, uniqueness: 'server' }),
    text('externalId', { caseExact: true }),
    {
      ...text('members'),
      type: 'complex',
      multiValued: true,
      subAttributes: [
        text('value', { mutability: 'immutable' }),
        text('$ref', { mutability: 'immutable' }),
        text('type', { mutability: 'immutable' }),
      ],
    },
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${GROUP}` },
})

const groupType = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'Group',
  name: 'Group',
  endpoint: '/Groups',
  description: 'Group',
  schema: GROUP,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
})

const userType = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'User Account',
  schema: USER,
  schemaExtensions: [{ schema: ENTERPRISE, required: false }],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
})

export const MAX_RESULTS = 200
const config = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that a supervisor of the company makes on its sign-in page.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const listOf = (resources: readonly object[], total = resources.length, startIndex = 1) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** @returns the resource at a discovery address, or null */
export function described(base: string, kind: string, id?: string): object | null {
  if (kind === 'ServiceProviderConfig') return config(base)
  const all = kind === 'Schemas' ? [userSchema(base), enterpriseSchema(base), groupSchema(base)] : [userType(base), groupType(base)]
  return id === undefined ? listOf(all) : (all.find((one) => one.id === id) ?? null)
}
