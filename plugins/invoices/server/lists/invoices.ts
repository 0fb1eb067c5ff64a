import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { INVOICE_STATUSES, type InvoiceStatus } from '../../contract/index.js'
import { openOnly } from '../services/access.js'
import { invoices, type ListedInvoice, STATUS_CONDITIONS } from '../services/store.js'

const STATUSES = Object.fromEntries(INVOICE_STATUSES.map((status) => [status, `invoices.status.${status}`]))
const KINDS = { invoice: 'invoices.kind.invoice', credit: 'invoices.kind.credit' }
const euros = (cents: number) => cents / 100

/** A company's invoices and credit notes; for an admin those of all. Its file is the import of bookkeeping. */
export const invoiceList = defineList({
  name: 'invoices.invoices',
  title: 'invoices.list.title',
  access: can('invoices.view'),
  columns: [
    { key: 'number', kind: 'text', label: 'invoices.column.number', value: (row: ListedInvoice) => row.number, sortable: true },
    { key: 'kind', kind: 'choice', label: 'invoices.column.kind', value: (row) => row.kind, choices: KINDS, in: 'file' },
    { key: 'company', kind: 'text', label: 'invoices.column.company', value: (row) => row.company_name },
    { key: 'buyer', kind: 'text', label: 'invoices.column.buyer', value: (row) => row.buyer.company },
    { key: 'issued_on', kind: 'day', label: 'invoices.column.issued_on', value: (row) => row.issued_on, sortable: true },
    { key: 'due_on', kind: 'day', label: 'invoices.column.due_on', value: (row) => row.due_on, sortable: true },
    { key: 'status', kind: 'choice', label: 'invoices.column.status', value: (row) => row.status, choices: STATUSES },
    { key: 'order_number', kind: 'text', label: 'invoices.column.order_number', value: (row) => row.order_number, visible: false },
    { key: 'net', kind: 'number', label: 'invoices.column.net', value: (row) => euros(row.net_cents), visible: false },
    { key: 'vat', kind: 'number', label: 'invoices.column.vat', value: (row) => euros(row.vat_cents), visible: false },
    { key: 'total', kind: 'number', label: 'invoices.column.total', value: (row) => euros(row.total_cents), sortable: true },
    {
      key: 'open',
      kind: 'number',
      label: 'invoices.column.open',
      value: (row) => (row.kind === 'invoice' ? euros(row.open_cents) : null),
    },
    { key: 'vat_number', kind: 'text', label: 'invoices.column.vat_number', value: (row) => row.buyer.vatNumber, in: 'file' },
    { key: 'of', kind: 'text', label: 'invoices.column.of', value: (row) => row.of_number, in: 'file' },
    { key: 'paid_at', kind: 'day', label: 'invoices.column.paid_at', value: (row) => row.paid_at, visible: false },
  ],
  filters: {
    status: { kind: 'choice', label: 'invoices.column.status', choices: STATUSES },
    issued: { kind: 'days', label: 'invoices.column.issued_on', column: 'l.issued_on', of: 'day' },
    due: { kind: 'days', label: 'invoices.column.due_on', column: 'l.due_on', of: 'day', when: 'coming' },
  },
  source: openOnly(
    querySource<ListedInvoice, 'number' | 'issued_on' | 'due_on' | 'total'>(
      () => invoices() as never,
      (query, { status }) => {
        if (status) query.whereRaw(`(${(status as InvoiceStatus[]).map((one) => STATUS_CONDITIONS[one]).join(' or ')})`)
      },
      {
        sort: { number: 'l.number', issued_on: 'l.issued_on', due_on: 'l.due_on', total: 'l.total_cents' },
        defaultSort: '-issued_on',
        search: 'l.search_text',
        id: 'l.id',
        companyId: 'l.company_id',
        large: {
          table: 'invoices_list as l',
          neverNull: ['number', 'issued_on', 'due_on', 'total'],
          find: 'invoices_find',
          words: 'invoices_words',
        },
      },
    ),
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
