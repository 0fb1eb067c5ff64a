import { can } from '#core/contract/access'
import { definePlugin } from '#core/contract/plugin'
import { ADMIN_ROLES, MANAGER_ROLES } from '#core/contract/roles'
import { provide } from '#core/contract/services'
import { webhookRoute } from '#core/kit/webhooks'
import { listRoutes } from '#core/kit/lists'
import { paymentsService } from './contract/index.js'
import { REFUND_JOB } from './server/jobs.js'
import { paymentList } from './server/lists/payments.js'
import { webhook } from './server/stripe/webhook.js'
import { paymentsArchiveRules } from './server/archive_rules.js'

const Payments = () => import('#plugins/payments/server/controllers/payments_controller')
const access = can('payments.payments.view')
const base = '/api/payments/payments'

/** Card payments: requests, the provider's results, and refunds. */
export default definePlugin({
  id: 'payments',
  folder: import.meta.url,
  permissions: { 'payments.payments.view': MANAGER_ROLES, 'payments.refund': ADMIN_ROLES },
  routes: [
    webhookRoute(webhook),
    { method: 'GET', path: base, name: 'payments.payments.index', handler: [Payments, 'index'], access },
    ...listRoutes(paymentList, base),
    {
      method: 'POST',
      path: `${base}/:id/compare`,
      name: 'payments.payments.compare',
      handler: [Payments, 'compare'],
      access,
      params: { id: 'payments_payments.id' },
    },
  ],
  lists: [paymentList],
  webhooks: [webhook],
  provides: [provide(paymentsService, async () => (await import('./server/services/service.js')).service)],
  jobs: [
    {
      name: REFUND_JOB,
      run: async (payload: { refundId: number }) => (await import('./server/services/refunds.js')).sendRefund(payload),
      retry: 12,
    },
    {
      name: 'payments.compare',
      run: async () => (await import('./server/services/compare.js')).compareOpen(),
      schedule: {
        cron: '*/15 * * * *',
        each: 'company',
        due: `select company_id from payments_payments where paid_at is null and lapsed_at is null and session is not null
          and created_at < now() - interval '10 minutes'`,
      },
      limitSeconds: 600,
    },
  ],
  start: async (platform) => (await import('./server/start.js')).startPayments(platform),
  demo: { company: async ({ loginId }) => (await import('./server/services/demo.js')).loadDemo(loginId) },
  migrations: true,
  carried: paymentsArchiveRules,
})
