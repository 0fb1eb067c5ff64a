import { can } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES } from '#core/contract/roles'
import { listRoutes } from '#core/kit/lists'
import { nav, pages } from './pages.js'
import { outbox, uncertain } from './server/lists/outbox.js'

const Outbox = () => import('#plugins/mails/server/controllers/outbox_controller')
const Texts = () => import('#plugins/mails/server/controllers/texts_controller')
const edit = can('mails.texts.edit')
// Its name is in the code and belongs to nobody.
const TRIGGER = { trigger: 'public' } as const
const view = can('mails.outbox.view')
const ROW = { id: 'core_mail_outbox.id' } as const

/**
 * The texts of every mail, and the mails that were sent or would have been without SMTP settings. Texts and outbox themselves belong to
 * core.
 */
export default definePlugin({
  id: 'mails',
  folder: import.meta.url,
  permissions: { 'mails.outbox.view': ADMIN_ROLES, 'mails.outbox.send': ADMIN_ROLES, 'mails.texts.edit': ADMIN_ROLES },
  routes: [
    { method: 'GET', path: '/api/mails', name: 'mails.outbox.index', handler: [Outbox, 'index'], access: view },
    { method: 'GET', path: '/api/mails/summary', name: 'mails.outbox.summary', handler: [Outbox, 'summary'], access: view },
    ...listRoutes(outbox, '/api/mails'),
    // Before the routes with an id.
    {
      method: 'POST',
      path: '/api/mails/uncertain',
      name: 'mails.outbox.uncertain',
      handler: [Outbox, 'uncertain'],
      access: can('mails.outbox.send'),
      sampleBody: { decision: 'leave', count: 1 },
    },
    { method: 'GET', path: '/api/mails/texts', name: 'mails.texts.index', handler: [Texts, 'index'], access: edit },
    { method: 'GET', path: '/api/mails/texts/:trigger', name: 'mails.texts.show', handler: [Texts, 'show'], access: edit, params: TRIGGER },
    {
      method: 'PUT',
      path: '/api/mails/texts/:trigger',
      name: 'mails.texts.update',
      handler: [Texts, 'update'],
      access: edit,
      params: TRIGGER,
    },
    {
      method: 'POST',
      path: '/api/mails/texts/:trigger/reset',
      name: 'mails.texts.reset',
      handler: [Texts, 'reset'],
      access: edit,
      params: TRIGGER,
    },
    {
      method: 'GET',
      path: '/api/mails/texts/:trigger/versions',
      name: 'mails.texts.versions',
      handler: [Texts, 'versions'],
      access: edit,
      params: TRIGGER,
    },
    {
      method: 'POST',
      path: '/api/mails/texts/:trigger/preview',
      name: 'mails.texts.preview',
      handler: [Texts, 'preview'],
      access: edit,
      params: TRIGGER,
    },
    {
      method: 'POST',
      path: '/api/mails/texts/:trigger/test',
      name: 'mails.texts.test',
      handler: [Texts, 'test'],
      access: edit,
      params: TRIGGER,
    },
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
  attention: [uncertain],
  pages,
  openings: { 'mails.outbox': () => import('./server/opening.js') },
  nav,
})
