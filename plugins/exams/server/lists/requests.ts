import { attentionOf } from '#core/contract/attention'
import { can } from '#core/contract/access'
import { listToken } from '#core/contract/lists'
import { defineList, querySource } from '#core/kit/lists'
import { currentScopeCompany } from '#core/kit/scope'
import { textIn } from '#core/kit/words'
import { REQUEST_STATUSES } from '../../contract/statuses.js'
import { type RequestRow, requests } from '../services/company_exams.js'

const STATUSES = Object.fromEntries(REQUEST_STATUSES.map((status) => [status, `exams.status.request.${status}`]))

/** /exams/aanvragen: requests for an exam at a company's own location, for that company and for the provider of the exam. */
export const requestList = defineList({
  name: 'exams.requests',
  title: 'exams.requests.title',
  access: can('exams.moments.view'),
  columns: [
    { key: 'company', kind: 'text', label: 'exams.field.company', value: (row: RequestRow) => row.company_name, sortable: true },
    { key: 'course', kind: 'text', label: 'exams.field.course', value: (row) => textIn(row.course_name, 'nl') },
    { key: 'people', kind: 'number', label: 'exams.field.people', value: (row) => row.people },
    { key: 'wished_on', kind: 'day', label: 'exams.field.wished_on', value: (row) => row.wished_on, sortable: true },
    { key: 'city', kind: 'text', label: 'exams.field.city', value: (row) => row.city },
    { key: 'starts_at', kind: 'moment', label: 'exams.field.starts_at', value: (row) => row.starts_at },
    { key: 'created_at', kind: 'moment', label: 'exams.field.asked_at', value: (row) => row.created_at, sortable: true, visible: false },
    { key: 'status', kind: 'choice', label: 'exams.field.status', value: (row) => row.status, choices: STATUSES },
  ],
  filters: {
    status: { kind: 'choice', label: 'exams.field.status', choices: STATUSES },
    to_answer: { kind: 'flag', label: 'exams.requests.to_answer' },
  },
  source: querySource<RequestRow, 'company' | 'wished_on' | 'created_at'>(
    () => requests() as never,
    (query, { status, to_answer: mine }) => {
      if (status) query.whereIn('r.status', status as string[])
      if (mine === undefined) return
      // The platform answers all of them, a provider those for its own exams.
      const company = currentScopeCompany()
      const isMine = company === null ? 'true' : 'r.provider_company_id is not distinct from ?'
      query.whereRaw(`r.status = 'open' and (${isMine}) = ?`, [...(company === null ? [] : [company]), mine as boolean] as never)
    },
    {
      sort: { company: 'search_key(r.company_name)', wished_on: 'r.wished_on', created_at: 'r.created_at' },
      defaultSort: '-created_at',
      search: 'r.search_text',
      id: 'r.id',
      companyId: 'r.company_id',
      membershipId: 'r.requested_by_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})

export const openRequests = attentionOf(listToken(requestList.name), {
  key: 'exams.requested',
  query: { to_answer: 'true' },
  path: '/exams/aanvragen',
  label: 'exams.attention.requested',
  icon: 'calendar',
  tone: 'info',
  order: 42,
})
