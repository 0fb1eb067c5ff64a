import { fullName } from '#core/contract/full_name'
import { attentionOf } from '#core/contract/attention'
import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { textIn } from '#core/kit/words'
import { requestsList } from '../../contract/index.js'
import { requests, type RequestRow } from '../services/requests.js'

const STATUSES = Object.fromEntries(['open', 'granted', 'declined'].map((status) => [status, `catalogue.status.request.${status}`]))
const PERSON = 'p.sort_name'

/** /trainingen/aanvragen: the requests of participants. */
export const requestList = defineList({
  name: 'catalogue.requests',
  title: 'catalogue.requests.title',
  access: can('catalogue.requests.manage'),
  columns: [
    {
      key: 'person',
      kind: 'text',
      label: 'catalogue.requests.person',
      value: (row: RequestRow) => fullName(row),
      sortable: true,
    },
    { key: 'course', kind: 'text', label: 'catalogue.requests.course', value: (row) => textIn(row.course_name, 'nl'), sortable: true },
    { key: 'message', kind: 'text', label: 'catalogue.requests.message', value: (row) => row.message },
    { key: 'company', kind: 'text', label: 'catalogue.requests.company', value: (row) => row.company_name, sortable: true },
    { key: 'created_at', kind: 'moment', label: 'catalogue.requests.created_at', value: (row) => row.created_at, sortable: true },
    { key: 'status', kind: 'choice', label: 'catalogue.requests.status', value: (row) => row.status, choices: STATUSES },
  ],
  filters: {
    status: { kind: 'choice', label: 'catalogue.requests.status', choices: STATUSES },
    // For an admin; a supervisor sees one company in any case.
    company: { kind: 'id', label: 'catalogue.requests.company' },
  },
  source: querySource<RequestRow, 'person' | 'course' | 'company' | 'created_at'>(
    () => requests() as never,
    (query, { status, company }) => {
      if (status) query.whereIn('r.status', status as string[])
      if (company) query.where('r.company_id', company as number)
    },
    {
      sort: { person: PERSON, course: `coalesce(o.search_text, '')`, company: 'search_key(c.name)', created_at: 'r.created_at' },
      defaultSort: '-created_at',
      search: `(${PERSON} || ' ' || coalesce(o.search_text, ''))`,
      id: 'r.id',
      companyId: 'r.company_id',
      membershipId: 'r.membership_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})

export const attention = [
  attentionOf(requestsList, {
    key: 'catalogue.requested',
    query: { status: 'open' },
    path: '/trainingen/aanvragen',
    label: 'catalogue.attention.requested',
    icon: 'school',
    tone: 'info',
    order: 40,
  }),
]
