import { anyone, can } from '#core/contract/access'
import { type RouteDefinition, definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { nav, pages } from './pages.js'
import { directorySettings } from './settings.js'
import { directoryArchiveRules } from './server/archive_rules.js'
import { directoryMoves } from './server/moves.js'

const SignIn = () => import('#plugins/directory/server/controllers/sign_in_controller')
const Settings = () => import('#plugins/directory/server/controllers/settings_controller')
const Scim = () => import('#plugins/directory/server/controllers/scim_controller')
const ScimGroups = () => import('#plugins/directory/server/controllers/scim_groups_controller')
const manage = can('directory.manage')
const COMPANY = { company: 'core_companies.id' } as const

/** SCIM 2.0: the bearer token is the permission and its company the scope. Bodies are application/scim+json, read by the controller. */
const scim = (
  method: RouteDefinition['method'],
  path: string,
  name: string,
  action: string,
  controller: object = Scim,
): RouteDefinition => ({
  method,
  path: `/scim/v2/${path}`,
  name: `directory.scim.${name}`,
  handler: [controller as typeof Scim, action],
  access: anyone,
  skipCsrf: true,
  upload: 'stream',
  // A row of the token's company: plugins/directory/tests/scim.test.ts requests another company's.
  ...(path.includes(':id') && { params: { id: 'public' as const } }),
})

/**
 * A company's own directory of people: sign-in with its OpenID Connect provider, and provisioning by SCIM 2.0. The accounts belong to core.
 */
export default definePlugin({
  id: 'directory',
  folder: import.meta.url,
  permissions: { 'directory.manage': MANAGER_ROLES },
  routes: [
    // The browser arrives by links and from another site: these are addresses of pages, not of calls.
    { method: 'GET', path: '/directory/sign_in', name: 'directory.sign_in', handler: [SignIn, 'start'], access: anyone },
    { method: 'GET', path: '/directory/callback', name: 'directory.callback', handler: [SignIn, 'callback'], access: anyone },
    { method: 'POST', path: '/api/directory/confirm', name: 'directory.confirm', handler: [SignIn, 'confirm'], access: anyone },
    { method: 'GET', path: '/api/directory/companies', name: 'directory.companies', handler: [Settings, 'companies'], access: manage },
    {
      method: 'GET',
      path: '/api/directory/companies/:company/provider',
      name: 'directory.provider.show',
      handler: [Settings, 'show'],
      access: manage,
      params: COMPANY,
    },
    {
      method: 'PUT',
      path: '/api/directory/companies/:company/provider',
      name: 'directory.provider.update',
      handler: [Settings, 'update'],
      access: manage,
      params: COMPANY,
      sampleBody: {
        name: '',
        issuer: '',
        client_id: '',
        client_secret: '',
        creates_people: false,
        updated_at: '2026-01-01T00:00:00.000000Z',
      },
    },
    {
      method: 'GET',
      path: '/api/directory/companies/:company/scim',
      name: 'directory.token.show',
      handler: [Settings, 'showScim'],
      access: manage,
      params: COMPANY,
    },
    {
      method: 'POST',
      path: '/api/directory/companies/:company/scim',
      name: 'directory.token.renew',
      handler: [Settings, 'renewToken'],
      access: manage,
      params: COMPANY,
    },
    {
      method: 'DELETE',
      path: '/api/directory/companies/:company/scim',
      name: 'directory.token.revoke',
      handler: [Settings, 'revokeToken'],
      access: manage,
      params: COMPANY,
    },
    scim('GET', 'ServiceProviderConfig', 'config', 'config'),
    scim('GET', 'ResourceTypes', 'types', 'types'),
    scim('GET', 'ResourceTypes/:id', 'type', 'types'),
    scim('GET', 'Schemas', 'schemas', 'schemas'),
    scim('GET', 'Schemas/:id', 'schema', 'schemas'),
    scim('GET', 'Users', 'index', 'index'),
    scim('POST', 'Users', 'create', 'create'),
    scim('GET', 'Users/:id', 'show', 'show'),
    scim('PUT', 'Users/:id', 'replace', 'replace'),
    scim('PATCH', 'Users/:id', 'patch', 'patch'),
    scim('DELETE', 'Users/:id', 'destroy', 'destroy'),
    scim('POST', 'Users/.search', 'search', 'search'),
    scim('GET', 'Me', 'me', 'me'),
    scim('GET', 'Groups', 'groups.index', 'index', ScimGroups),
    scim('POST', 'Groups', 'groups.create', 'create', ScimGroups),
    scim('GET', 'Groups/:id', 'groups.show', 'show', ScimGroups),
    scim('PUT', 'Groups/:id', 'groups.replace', 'replace', ScimGroups),
    scim('PATCH', 'Groups/:id', 'groups.patch', 'patch', ScimGroups),
    scim('DELETE', 'Groups/:id', 'groups.destroy', 'destroy', ScimGroups),
    scim('POST', 'Groups/.search', 'groups.search', 'search', ScimGroups),
    // After all others: every other address and method is refused in SCIM's format too.
    ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => scim(method, '*', `other.${method.toLowerCase()}`, 'other')),
  ],
  pages,
  nav,
  openings: { 'directory.settings': () => import('./server/opening.js') },
  doors: [{ to: 'directory.sign_in', label: 'directory.login', when: { key: 'sign_in_name' } }],
  settings: directorySettings,
  migrations: true,
  carried: directoryArchiveRules,
  moves: directoryMoves,
  personalTables: ['directory_links', 'directory_people'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
})
