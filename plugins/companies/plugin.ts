import { can } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import { finderOf, listRoutes } from '#core/kit/lists'
import { nav, pages } from './pages.js'
import { companies } from './server/lists/companies.js'
import { companiesSettings } from './settings.js'

const Companies = () => import('#plugins/companies/server/controllers/companies_controller')
const Profile = () => import('#plugins/companies/server/controllers/profile_controller')
const Archives = () => import('#plugins/companies/server/controllers/archives_controller')
const Running = () => import('#plugins/companies/server/controllers/running_controller')
const view = can('companies.companies.view')
const manage = can('companies.companies.manage')
const own = can('companies.own.manage')
const restore = can('core.companies.restore')
const ROW = { id: 'core_companies.id' } as const
// Which of the declared images.
const IMAGE = { ...ROW, plugin: 'public', key: 'public' } as const
const base = '/api/companies'
const updated_at = '2026-01-31T12:00:00.000000Z'

/** The companies on the platform, for admins, and a company's own profile and settings. The companies themselves belong to core. */
export default definePlugin({
  id: 'companies',
  folder: import.meta.url,
  always: true,
  permissions: {
    'companies.companies.view': ADMIN_ROLES,
    'companies.companies.manage': ADMIN_ROLES,
    'companies.own.manage': MANAGER_ROLES,
  },
  routes: [
    { method: 'GET', path: base, name: 'companies.companies.index', handler: [Companies, 'index'], access: view },
    ...listRoutes(companies, base),
    { method: 'GET', path: `${base}/choices`, name: 'companies.companies.choices', handler: [Companies, 'choices'], access: view },
    { method: 'GET', path: `${base}/plugins`, name: 'companies.plugins.choices', handler: [Running, 'choices'], access: manage },
    {
      method: 'POST',
      path: base,
      name: 'companies.companies.create',
      handler: [Companies, 'create'],
      access: manage,
      sampleBody: { login_id: 'Not an address', plugins: [], settings: {} },
    },
    // Tasks for one archive: uploaded and inspected, then restored.
    {
      method: 'POST',
      path: `${base}/archives`,
      name: 'companies.archives.send',
      handler: [Archives, 'send'],
      access: restore,
      upload: true,
    },
    {
      method: 'POST',
      path: `${base}/archives/restore`,
      name: 'companies.archives.restore',
      handler: [Archives, 'restore'],
      access: restore,
      sampleBody: { token: '0'.repeat(48), login_id: 'sample' },
    },
    // A managed company: admins manage each, supervisors their own (`0`).
    { method: 'GET', path: `${base}/:id`, name: 'companies.companies.show', handler: [Profile, 'show'], access: own, params: ROW },
    { method: 'PATCH', path: `${base}/:id`, name: 'companies.companies.update', handler: [Profile, 'update'], access: own, params: ROW },
    {
      method: 'GET',
      path: `${base}/:id/retention`,
      name: 'companies.companies.retention',
      handler: [Profile, 'retention'],
      access: own,
      params: ROW,
    },
    { method: 'GET', path: `${base}/:id/look/mail`, name: 'companies.look.mail', handler: [Profile, 'letter'], access: own, params: ROW },
    {
      method: 'POST',
      path: `${base}/:id/images/:plugin/:key`,
      name: 'companies.companies.image',
      handler: [Profile, 'image'],
      access: own,
      upload: true,
      params: IMAGE,
    },
    {
      method: 'DELETE',
      path: `${base}/:id/images/:plugin/:key`,
      name: 'companies.companies.remove_image',
      handler: [Profile, 'removeImage'],
      access: own,
      params: IMAGE,
    },
    // Its plugins, and whether it is open: for admins only.
    {
      method: 'PUT',
      path: `${base}/:id/login_id`,
      name: 'companies.companies.login_id',
      handler: [Running, 'loginId'],
      access: manage,
      params: ROW,
      sampleBody: { login_id: 'sample', updated_at },
    },
    {
      method: 'GET',
      path: `${base}/:id/plugins`,
      name: 'companies.plugins.show',
      handler: [Running, 'plugins'],
      access: manage,
      params: ROW,
    },
    {
      method: 'PUT',
      path: `${base}/:id/plugins`,
      name: 'companies.plugins.update',
      handler: [Running, 'changePlugins'],
      access: manage,
      params: ROW,
      sampleBody: { plugins: [], updated_at },
    },
    { method: 'GET', path: `${base}/:id/status`, name: 'companies.status.show', handler: [Running, 'status'], access: manage, params: ROW },
    {
      method: 'PUT',
      path: `${base}/:id/status`,
      name: 'companies.status.update',
      handler: [Running, 'changeStatus'],
      access: manage,
      params: ROW,
      sampleBody: { status: 'inactive', updated_at },
    },
    {
      method: 'POST',
      path: `${base}/:id/archive`,
      name: 'companies.archive',
      handler: [Running, 'archive'],
      access: can('core.companies.take_out'),
      params: ROW,
    },
    {
      method: 'POST',
      path: `${base}/:id/isolation`,
      name: 'companies.isolation',
      handler: [Running, 'isolation'],
      access: can('core.isolation.report'),
      params: ROW,
    },
    { method: 'POST', path: `${base}/:id/visit`, name: 'companies.visit', handler: [Running, 'visit'], access: manage, params: ROW },
  ],
  lists: [companies],
  finders: [
    finderOf(companies, {
      label: 'companies.list.title',
      icon: 'buildings',
      hit: ({ id, login_id: loginId, settings }) => ({
        title: settings.core.name,
        detail: loginId,
        path: `/admin/bedrijven/profiel?id=${id}`,
      }),
    }),
  ],
  pages,
  openings: {
    'companies.profile': async () => (await import('./server/opening.js')).openings.profile,
    'companies.settings': async () => (await import('./server/opening.js')).openings.settings,
    'companies.plugins': async () => (await import('./server/opening.js')).openings.plugins,
  },
  nav,
  settings: companiesSettings,
})
