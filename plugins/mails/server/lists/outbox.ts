import { can } from '#core/contract/access'
import { attentionOf } from '#core/contract/attention'
import { listToken } from '#core/contract/lists'
import { defineList } from '#core/kit/lists'
import { MAIL_STATUSES, type OutboxMail, mailsSource } from '#core/kit/mail'

const STATUS = Object.fromEntries(MAIL_STATUSES.map((status) => [status, `mails.status.${status}`]))

/** /mails: the sent mails of every company, and the waiting ones. */
export const outbox = defineList({
  name: 'mails.outbox',
  title: 'mails.outbox.title',
  access: can('mails.outbox.view'),
  reach: 'admins',
  columns: [
    { key: 'subject', kind: 'text', label: 'mails.column.subject', value: (row: OutboxMail) => row.subject, sortable: true },
    { key: 'to', kind: 'text', label: 'mails.column.to', value: (row) => `${row.to_name} (${row.to_email})`, sortable: true },
    { key: 'company', kind: 'text', label: 'mails.column.company', value: (row) => row.company, sortable: true },
    { key: 'status', kind: 'choice', label: 'mails.column.status', value: (row) => row.status, choices: STATUS },
    { key: 'created_at', kind: 'moment', label: 'mails.column.created_at', value: (row) => row.created_at, sortable: true },
    { key: 'trigger', kind: 'text', label: 'mails.column.trigger', value: (row) => row.trigger, visible: false },
  ],
  filters: { status: { kind: 'choice', label: 'mails.column.status', choices: STATUS } },
  source: mailsSource,
  idOf: (row) => row.id,
  // The platform's own mails belong to no company.
  companyOf: (row) => row.company_id ?? 0,
})

/** Shows an admin on the dashboard how many mails are uncertain, until somebody decides. */
export const uncertain = attentionOf(listToken(outbox.name), {
  key: 'mails.uncertain',
  query: { status: 'uncertain' },
  path: '/mails',
  label: 'mails.attention.uncertain',
  icon: 'mails',
  tone: 'warning',
  order: 5,
})
