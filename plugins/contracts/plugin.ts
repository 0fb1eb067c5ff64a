import { can } from '#core/contract/access'
import { on } from '#core/contract/events'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { listRoutes } from '#core/kit/lists'
import { courseAllowance } from '#plugins/learning/contract/allowance'
import { participationChanged, participationExpired, participationStarted } from '#plugins/learning/contract/index'
import { contractsService } from './contract/index.js'
import { pages } from './pages.js'
import { contractList } from './server/lists/contracts.js'
import { useList } from './server/lists/uses.js'
import { contractMails } from './server/mails.js'
import { contractsArchiveRules } from './server/archive_rules.js'
import { contractsMoves } from './server/moves.js'

const Contracts = () => import('#plugins/contracts/server/controllers/contracts_controller')
const warnings = () => import('./server/services/warnings.js')
const uses = () => import('./server/services/uses.js')

const access = can('contracts.view')
const manage = can('contracts.manage')
const orders = can('contracts.orders')
const base = '/api/contracts/contracts'
const CONTRACT = { id: 'contracts_contracts.id' } as const
const sample = {
  ...{
    name: 'Sample',
    email: 'sample@platform.example',
    order_number: null,
    type: 'participants',
    starts_on: '2026-01-01',
    ends_on: '2026-12-31',
  },
  ...{ participants: 10, custom_courses: null, extra_participant_cents: null, extra_course_cents: null, only_started: false, courses: [] },
}

/** The contracts of a company with the platform, their use, and its purchase orders. */
export default definePlugin({
  id: 'contracts',
  folder: import.meta.url,
  requires: ['administration', 'learning'],
  permissions: { 'contracts.view': MANAGER_ROLES, 'contracts.manage': ADMIN_ROLES, 'contracts.orders': MANAGER_ROLES },
  routes: [
    { method: 'GET', path: base, name: 'contracts.contracts.index', handler: [Contracts, 'index'], access },
    ...listRoutes(contractList, base),
    {
      method: 'GET',
      path: '/api/contracts/companies',
      name: 'contracts.companies.index',
      handler: [Contracts, 'companies'],
      access: manage,
    },
    {
      method: 'GET',
      path: '/api/contracts/courses',
      name: 'contracts.courses.index',
      handler: [Contracts, 'courses'],
      access: manage,
    },
    { method: 'GET', path: '/api/contracts/left', name: 'contracts.contracts.left', handler: [Contracts, 'left'], access },
    { method: 'GET', path: '/api/contracts/uses', name: 'contracts.uses.index', handler: [Contracts, 'uses'], access },
    ...listRoutes(useList, '/api/contracts/uses'),
    {
      method: 'POST',
      path: base,
      name: 'contracts.contracts.create',
      handler: [Contracts, 'create'],
      access: manage,
      sampleBody: { ...sample, company: 1 },
    },
    { method: 'GET', path: `${base}/:id`, name: 'contracts.contracts.show', handler: [Contracts, 'show'], access, params: CONTRACT },
    {
      method: 'PUT',
      path: `${base}/:id`,
      name: 'contracts.contracts.update',
      handler: [Contracts, 'update'],
      access: manage,
      params: CONTRACT,
      sampleBody: { ...sample, updated_at: '2026-01-31T12:00:00.000000Z' },
    },
    { method: 'GET', path: '/api/contracts/orders', name: 'contracts.orders.index', handler: [Contracts, 'orders'], access: orders },
    {
      method: 'POST',
      path: '/api/contracts/orders',
      name: 'contracts.orders.create',
      handler: [Contracts, 'createOrder'],
      access: orders,
      sampleBody: { number: 'PO-1', text: '', ends_on: null },
    },
    {
      method: 'DELETE',
      path: '/api/contracts/orders/:id',
      name: 'contracts.orders.remove',
      handler: [Contracts, 'removeOrder'],
      access: orders,
      params: { id: 'contracts_orders.id' },
    },
  ],
  lists: [contractList, useList],
  pages,
  openings: { 'contracts.contract': () => import('./server/opening.js') },
  provides: [
    provide(contractsService, async () => (await import('./server/services/contracts_service.js')).service),
    provide(courseAllowance, async () => (await uses()).allowance),
  ],
  listeners: [
    on(participationStarted, 'started', async (facts) => (await uses()).recordStarted(facts)),
    on(participationChanged, 'cancelled', async (facts) => (await uses()).releaseUnstarted(facts)),
    on(participationExpired, 'expired', async (facts) => (await uses()).releaseUnstarted(facts)),
  ],
  mails: contractMails,
  jobs: [
    {
      name: 'contracts.warn',
      run: async () => (await warnings()).warn(),
      schedule: {
        cron: '0 8 * * *',
        each: 'company',
        due: `select company_id from contracts_contracts where (warned_of_use is null or warned_of_end is null)
          and starts_on <= current_date + 1 and ends_on >= current_date - 1`,
      },
    },
    {
      // Daily, so that a month whose first night was missed is billed the next night.
      name: 'contracts.bill',
      run: async () => (await import('./server/services/billing.js')).billExtras(),
      schedule: {
        cron: '20 6 * * *',
        each: 'company',
        due: `select company_id from contracts_uses where extra_cents > 0
          and (bill is null and given_back_at is null or given_back_at is not null and bill like 'contract:%' and credited_at is null)`,
      },
    },
  ],
  migrations: true,
  carried: contractsArchiveRules,
  moves: contractsMoves,
  personalTables: ['contracts_uses'],
  exportPersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).exportPersonalData(membershipId),
  erasePersonalData: async (membershipId) => (await import('./server/services/personal_data.js')).erasePersonalData(membershipId),
  demo: { company: async (company) => (await import('./server/services/demo.js')).loadDemo(company) },
})
