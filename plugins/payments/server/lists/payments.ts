import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { can } from '#core/contract/access'
import { defineAction, defineList, querySource } from '#core/kit/lists'
import { PAYMENT_STATES } from '../../contract/index.js'
import type { ListedPayment } from '../transformers/payment_transformer.js'

const STATE = Object.fromEntries(PAYMENT_STATES.map((state) => [state, `payments.status.${state}`]))

/** The tab of /administratie: card payments and their outcome. */
export const paymentList = defineList({
  name: 'payments.payments',
  title: 'payments.list.title',
  access: can('payments.payments.view'),
  columns: [
    {
      key: 'description',
      kind: 'text',
      label: 'payments.column.description',
      value: (row: ListedPayment) => row.description,
      sortable: true,
    },
    { key: 'company', kind: 'text', label: 'payments.column.company', value: (row) => row.company },
    { key: 'amount', kind: 'number', label: 'payments.column.amount', value: (row) => row.amount_cents / 100, sortable: true },
    { key: 'refunded', kind: 'number', label: 'payments.column.refunded', value: (row) => row.refunded_cents / 100, visible: false },
    { key: 'state', kind: 'choice', label: 'payments.column.state', value: (row) => row.state, choices: STATE },
    { key: 'created_at', kind: 'moment', label: 'payments.column.created_at', value: (row) => row.created_at, sortable: true },
    { key: 'paid_at', kind: 'moment', label: 'payments.column.paid_at', value: (row) => row.paid_at, sortable: true },
  ],
  filters: { state: { kind: 'choice', label: 'payments.column.state', choices: STATE } },
  source: querySource<ListedPayment, 'description' | 'amount' | 'created_at' | 'paid_at'>(
    () =>
      db
        .from('payments_payments as p')
        .join('kit_companies as c', 'c.id', 'p.company_id')
        .select('p.*', 'c.name as company')
        .select(
          db.raw(
            'exists (select 1 from payments_refunds r where r.company_id = p.company_id and r.payment_id = p.id and r.failure is not null) as refused',
          ),
        ) as DatabaseQueryBuilderContract<ListedPayment>,
    (query, list) => {
      const states = (list.state ?? []) as string[]
      if (states.length) query.whereIn('p.state', states)
    },
    {
      sort: {
        description: 'search_key(p.description)',
        amount: 'p.amount_cents',
        created_at: 'p.created_at',
        paid_at: 'p.paid_at',
      },
      defaultSort: '-created_at',
      search: 'p.search_text',
      id: 'p.id',
      companyId: 'p.company_id',
      large: {
        table: 'payments_payments as p',
        neverNull: ['description', 'amount', 'created_at'],
        find: 'payments_find',
        words: 'payments_words',
      },
    },
  ),
  actions: [
    defineAction({
      name: 'payments.refund_again',
      label: 'payments.refund_again.title',
      confirm: 'payments.refund_again.title',
      access: can('payments.refund'),
      run: async ({ id, trx }) => ((await (await import('../services/refunds.js')).refundAgain(trx, id)) ? undefined : 'unchanged'),
    }),
  ],
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
  namesOf: async (ids) => {
    const rows = await db
      .from('payments_payments')
      .whereIn('id', [...ids])
      .select('id', 'description')
    return new Map(rows.map(({ id, description }) => [id, description]))
  },
})
