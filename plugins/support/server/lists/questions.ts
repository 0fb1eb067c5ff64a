import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { QUESTION_STATUSES } from '../../contract/statuses.js'
import { questions, type QuestionRow } from '../services/questions.js'

const STATUS = Object.fromEntries(QUESTION_STATUSES.map((status) => [status, `support.status.${status}`]))

/** /tools/feedback: questions of people and visitors, of every company. */
export const questionList = defineList({
  name: 'support.questions',
  title: 'support.list.title',
  access: can('support.questions.manage'),
  reach: 'admins',
  columns: [
    { key: 'subject', kind: 'text', label: 'support.column.subject', value: (row: QuestionRow) => row.subject, sortable: true },
    { key: 'full_name', kind: 'text', label: 'support.column.full_name', value: (row) => row.full_name, sortable: true },
    { key: 'email', kind: 'text', label: 'support.column.email', value: (row) => row.email, sortable: true },
    { key: 'company', kind: 'text', label: 'support.column.company', value: (row) => row.company, sortable: true },
    { key: 'status', kind: 'choice', label: 'support.column.status', value: (row) => row.status, choices: STATUS },
    { key: 'created_at', kind: 'moment', label: 'support.column.created_at', value: (row) => row.created_at, sortable: true },
    { key: 'page', kind: 'text', label: 'support.column.page', value: (row) => row.page, visible: false },
    { key: 'browser', kind: 'text', label: 'support.column.browser', value: (row) => row.browser, visible: false },
    { key: 'sent_to', kind: 'text', label: 'support.column.sent_to', value: (row) => row.sent_to, visible: false },
    { key: 'message', kind: 'text', label: 'support.column.message', value: (row) => row.message, in: 'file' },
  ],
  filters: { status: { kind: 'choice', label: 'support.column.status', choices: STATUS } },
  source: querySource<QuestionRow, 'subject' | 'full_name' | 'email' | 'company' | 'created_at'>(
    () => questions() as DatabaseQueryBuilderContract<QuestionRow>,
    (query, list) => {
      if (list.status) query.whereIn('q.status', list.status as string[])
    },
    {
      sort: {
        subject: 'search_key(q.subject)',
        full_name: 'search_key(q.full_name)',
        email: 'search_key(q.email)',
        company: 'search_key(c.name)',
        created_at: 'q.created_at',
      },
      defaultSort: '-created_at',
      search: `search_key(q.subject || ' ' || q.full_name || ' ' || q.email)`,
      id: 'q.id',
      companyId: 'q.company_id',
      membershipId: 'q.membership_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id ?? 0,
})
