import { can } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES } from '#core/contract/roles'
import { nav, pages } from './pages.js'
import { convertTask } from './server/services/convert.js'
import { leadsTask } from './server/services/leads.js'

const Mailboxes = () => import('#plugins/mailbox_tools/server/controllers/mailboxes_controller')

const access = can('mailbox_tools.use')
const uploads = '/api/mailbox_tools/uploads'
const base = '/api/mailbox_tools/mailboxes'
// 192 random bits; another person's mailbox answers 404.
const TOKEN = { token: 'public' } as const

const which = { words: '', sender: '', from: null, until: null }

/** Converts a mailbox file to a table, or its senders to leads (specification, section 2: tools). Belongs to no company: an admin's own work. */
export default definePlugin({
  id: 'mailbox_tools',
  folder: import.meta.url,
  always: true,
  requires: ['marketing'],
  permissions: { 'mailbox_tools.use': ADMIN_ROLES },
  routes: [
    { method: 'POST', path: uploads, name: 'mailbox_tools.uploads.create', handler: [Mailboxes, 'upload'], access, upload: 'stream' },
    { method: 'GET', path: `${uploads}/:token`, name: 'mailbox_tools.uploads.show', handler: [Mailboxes, 'show'], access, params: TOKEN },
    {
      method: 'PATCH',
      path: `${uploads}/:token`,
      name: 'mailbox_tools.uploads.write',
      handler: [Mailboxes, 'upload'],
      access,
      upload: 'stream',
      params: TOKEN,
    },
    {
      method: 'DELETE',
      path: `${uploads}/:token`,
      name: 'mailbox_tools.uploads.destroy',
      handler: [Mailboxes, 'upload'],
      access,
      upload: 'stream',
      params: TOKEN,
    },
    { method: 'GET', path: base, name: 'mailbox_tools.mailboxes.index', handler: [Mailboxes, 'index'], access },
    {
      method: 'GET',
      path: `${base}/:token/preview`,
      name: 'mailbox_tools.mailboxes.preview',
      handler: [Mailboxes, 'preview'],
      access,
      params: TOKEN,
    },
    {
      method: 'POST',
      path: `${base}/:token/convert`,
      name: 'mailbox_tools.mailboxes.convert',
      handler: [Mailboxes, 'convert'],
      access,
      params: TOKEN,
      sampleBody: { ...which, format: 'csv', columns: ['subject'], unique: false },
    },
    {
      method: 'POST',
      path: `${base}/:token/leads/preview`,
      name: 'mailbox_tools.leads.preview',
      handler: [Mailboxes, 'previewLeads'],
      access,
      params: TOKEN,
      sampleBody: which,
      changesNothing: true,
    },
    {
      method: 'POST',
      path: `${base}/:token/leads`,
      name: 'mailbox_tools.leads.create',
      handler: [Mailboxes, 'addLeads'],
      access,
      params: TOKEN,
      sampleBody: which,
    },
    {
      method: 'DELETE',
      path: `${base}/:token`,
      name: 'mailbox_tools.mailboxes.remove',
      handler: [Mailboxes, 'remove'],
      access,
      params: TOKEN,
    },
  ],
  tasks: [convertTask, leadsTask],
  pages,
  nav,
})
