import { anyone, can } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES } from '#core/contract/roles'
import { nav, pages } from './pages.js'

const Pages = () => import('#plugins/landing_pages/server/controllers/landing_pages_controller')
const access = can('landing_pages.manage')
const base = '/api/landing_pages/pages'
// The name of a page and the number of a version are used in addresses, and belong to no company.
const PAGE = { page: 'public' } as const
const updated_at = '2026-01-31T12:00:00.000000Z'

/** Public pages of a sector, which admins build from blocks, for the platform and for companies. */
export default definePlugin({
  id: 'landing_pages',
  folder: import.meta.url,
  requires: ['learning', 'catalogue'],
  permissions: { 'landing_pages.manage': ADMIN_ROLES },
  routes: [
    {
      method: 'GET',
      path: '/landingpage/:page/picture.jpg',
      name: 'landing_pages.picture.show',
      handler: [Pages, 'picture'],
      access: anyone,
      params: PAGE,
    },
    { method: 'GET', path: base, name: 'landing_pages.pages.index', handler: [Pages, 'index'], access },
    { method: 'GET', path: `${base}/:page`, name: 'landing_pages.pages.show', handler: [Pages, 'show'], access, params: PAGE },
    {
      method: 'POST',
      path: `${base}/:page/own`,
      name: 'landing_pages.own.create',
      handler: [Pages, 'start'],
      access,
      params: PAGE,
      sampleBody: { company: 1 },
    },
    {
      method: 'DELETE',
      path: `${base}/:page/own`,
      name: 'landing_pages.own.remove',
      handler: [Pages, 'remove'],
      access,
      params: PAGE,
      sampleBody: { company: 1, updated_at },
    },
    {
      method: 'PUT',
      path: `${base}/:page`,
      name: 'landing_pages.pages.update',
      handler: [Pages, 'update'],
      access,
      params: PAGE,
      sampleBody: { company: null, updated_at, title: { nl: '', en: '' }, description: { nl: '', en: '' }, blocks: [] },
    },
    {
      method: 'GET',
      path: `${base}/:page/preview`,
      name: 'landing_pages.pages.preview',
      handler: [Pages, 'preview'],
      access,
      params: PAGE,
    },
    {
      method: 'POST',
      path: `${base}/:page/publish`,
      name: 'landing_pages.pages.publish',
      handler: [Pages, 'publish'],
      access,
      params: PAGE,
      sampleBody: { company: null, updated_at },
    },
    {
      method: 'POST',
      path: `${base}/:page/withdraw`,
      name: 'landing_pages.pages.withdraw',
      handler: [Pages, 'withdraw'],
      access,
      params: PAGE,
      sampleBody: { company: null, updated_at },
    },
    {
      method: 'POST',
      path: `${base}/:page/versions/:number/restore`,
      name: 'landing_pages.versions.restore',
      handler: [Pages, 'restore'],
      access,
      params: { ...PAGE, number: 'public' },
      sampleBody: { company: null, updated_at },
    },
  ],
  pages,
  nav,
  publicContent: { 'landing_pages.public': () => import('./server/public_page.js') },
  migrations: true,
  carried: { documents: { 'landing_pages_drafts.content': null, 'landing_pages_versions.content': null } },
  demo: {
    platform: async () => (await import('./server/services/demo.js')).loadDemo(),
    company: async (company) => (await import('./server/services/demo.js')).loadOwnPage(company),
  },
})
