import { can } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES } from '#core/contract/roles'
import { listRoutes } from '#core/kit/lists'
import { nav, pages } from './pages.js'
import { outbox } from './server/lists/outbox.js'

const Outbox = () => import('#plugins/mails/server/controllers/outbox_controller')
const view = can('mails.outbox.view')
const ROW = { id: 'core_mail_outbox.id' } as const

/** What the platform mailed, or would have mailed without SMTP settings. The outbox itself is core's. */
export default definePlugin({
  id: 'mails',
  folder: import.meta.url,
  permissions: { 'mails.outbox.view': ADMIN_ROLES, 'mails.outbox.send': ADMIN_ROLES },
  routes: [
    { method: 'GET', path: '/api/mails', name: 'mails.outbox.index', handler: [Outbox, 'index'], access: view },
    { method: 'GET', path: '/api/mails/summary', name: 'mails.outbox.summary', handler: [Outbox, 'summary'], access: view },
    ...listRoutes(outbox, '/api/mails'),
    { method: 'GET', path: '/api/mails/:id', name: 'mails.outbox.show', handler: [Outbox, 'show'], access: view, params: ROW },
    { method: 'GET', path: '/api/mails/:id/html', name: 'mails.outbox.html', handler: [Outbox, 'html'], access: view, params: ROW },
    {
      method: 'POST',
      path: '/api/mails/:id/send',
      name: 'mails.outbox.send',
      handler: [Outbox, 'send'],
      access: can('mails.outbox.send'),
      params: ROW,
    },
  ],
  lists: [outbox],
  pages,
  nav,
})
