import { anyone, can, signedIn } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { MANAGER_ROLES } from '#core/contract/roles'
import { nav, pages } from './pages.js'
import { erasePersonalData, exportPersonalData } from './server/personal_data.js'

const Passports = () => import('#plugins/passport/server/controllers/passports_controller')
const view = can('passport.view')
const MEMBER = { id: 'core_memberships.id' } as const

/** A person's safety passport: certificates, diplomas, instructions, toolbox meetings and skills, on a page, on paper and behind a QR code. */
export default definePlugin({
  id: 'passport',
  folder: import.meta.url,
  requires: ['learning', 'people'],
  permissions: { 'passport.view': MANAGER_ROLES },
  routes: [
    { method: 'GET', path: '/api/passport/mine', name: 'passport.mine', handler: [Passports, 'mine'], access: signedIn },
    { method: 'GET', path: '/api/passport/mine/pdf', name: 'passport.mine_pdf', handler: [Passports, 'minePdf'], access: signedIn },
    { method: 'POST', path: '/api/passport/link', name: 'passport.renew', handler: [Passports, 'renew'], access: signedIn },
    { method: 'DELETE', path: '/api/passport/link', name: 'passport.end', handler: [Passports, 'end'], access: signedIn },
    { method: 'GET', path: '/api/passport/people/:id', name: 'passport.show', handler: [Passports, 'show'], access: view, params: MEMBER },
    {
      method: 'GET',
      path: '/api/passport/people/:id/pdf',
      name: 'passport.pdf',
      handler: [Passports, 'pdf'],
      access: view,
      params: MEMBER,
    },
    // The token in the QR code is the permission.
    {
      method: 'GET',
      path: '/api/passport/public/:token',
      name: 'passport.public',
      handler: [Passports, 'public'],
      access: anyone,
      params: { token: 'public' },
    },
  ],
  pages,
  nav,
  demo: { company: async (company) => (await import('./server/demo.js')).loadDemo(company) },
  migrations: true,
  // After a move, the new company has its own passport of the person, at its own address.
  moves: { tables: { passport_links: 'ends' } },
  personalTables: ['passport_links'],
  exportPersonalData,
  erasePersonalData,
})
