import { can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { finderOf, listRoutes } from '#core/kit/lists'
import { invoiceIssued, invoicesService } from './contract/index.js'
import { pages } from './pages.js'
import { invoiceList } from './server/lists/invoices.js'
import { invoiceMails } from './server/mails.js'
import { invoicesSettings } from './settings.js'
import { invoicesArchiveRules } from './server/archive_rules.js'

const Invoices = () => import('#plugins/invoices/server/controllers/invoices_controller')

const access = can('invoices.view')
const admins = can('invoices.manage')
const base = '/api/invoices/invoices'
const INVOICE = { id: 'invoices_invoices.id' } as const

/** Billing: numbers without gaps, credit notes, PDF and UBL, reminders. Other plugins use `invoicesService`. */
export default definePlugin({
  id: 'invoices',
  folder: import.meta.url,
  requires: ['administration'],
  permissions: { 'invoices.view': MANAGER_ROLES, 'invoices.manage': ADMIN_ROLES },
  settings: invoicesSettings,
  routes: [
    { method: 'GET', path: base, name: 'invoices.invoices.index', handler: [Invoices, 'index'], access },
    ...listRoutes(invoiceList, base),
    { method: 'GET', path: '/api/invoices/seller', name: 'invoices.seller.show', handler: [Invoices, 'seller'], access: admins },
    { method: 'PUT', path: '/api/invoices/seller', name: 'invoices.seller.update', handler: [Invoices, 'saveSeller'], access: admins },
    { method: 'GET', path: `${base}/:id`, name: 'invoices.invoices.show', handler: [Invoices, 'show'], access, params: INVOICE },
    { method: 'GET', path: `${base}/:id/pdf`, name: 'invoices.invoices.pdf', handler: [Invoices, 'pdf'], access, params: INVOICE },
    { method: 'GET', path: `${base}/:id/ubl`, name: 'invoices.invoices.ubl', handler: [Invoices, 'ubl'], access, params: INVOICE },
    {
      method: 'POST',
      path: `${base}/:id/paid`,
      name: 'invoices.invoices.paid',
      handler: [Invoices, 'paid'],
      access: admins,
      params: INVOICE,
    },
  ],
  lists: [invoiceList],
  finders: [
    finderOf(invoiceList, {
      label: 'invoices.list.title',
      icon: 'receipt',
      hit: ({ id, number, buyer }) => ({ title: number, detail: buyer.company, path: `/administratie/facturen?id=${id}` }),
    }),
  ],
  pages,
  provides: [provide(invoicesService, async () => (await import('./server/services/issue.js')).service)],
  listeners: [on(invoiceIssued, 'send', async (facts) => (await import('./server/services/reminders.js')).sendInvoice(facts))],
  mails: invoiceMails,
  jobs: [
    {
      name: 'invoices.remind',
      run: async () => (await import('./server/services/reminders.js')).remindOverdue(),
      schedule: {
        cron: '15 8 * * 1-5',
        each: 'company',
        due: `select company_id from invoices_list where state = 'open' and due_on < current_date - 5`,
      },
      limitSeconds: 600,
    },
  ],
  migrations: true,
  carried: invoicesArchiveRules,
  demo: { platform: async () => (await import('./server/services/demo.js')).loadPlatform() },
})
