import { attentionOf } from '#core/contract/attention'
import { can } from '#core/contract/access'
import { fullName } from '#core/contract/full_name'
import { listToken } from '#core/contract/lists'
import { defineList, querySource } from '#core/kit/lists'
import { CERTIFICATE_KINDS, registerOf } from '../../certificates.js'
import { courses } from '../services/course_service.js'
import type { CourseRow } from '../transformers/course_transformer.js'

export const REVIEWS = ['submitted', 'unchecked'] as const
const REVIEW_WORDS = Object.fromEntries(REVIEWS.map((key) => [key, `external_courses.review.${key}`]))
const REGISTERED = CERTIFICATE_KINDS.filter((kind) => registerOf(kind))

/** Certificates to review, oldest first: submitted by people, or approved and not yet looked up in a register. */
export const reviewList = defineList({
  name: 'external_courses.review',
  title: 'external_courses.review.title',
  access: can('external_courses.courses.manage'),
  columns: [
    { key: 'person', kind: 'text', label: 'external_courses.courses.person', value: (row: CourseRow) => fullName(row), sortable: true },
    { key: 'name', kind: 'text', label: 'external_courses.courses.name', value: (row) => row.name, sortable: true },
    { key: 'company', kind: 'text', label: 'external_courses.courses.company', value: (row) => row.company_name },
    { key: 'diploma_number', kind: 'text', label: 'external_courses.courses.diploma_number', value: (row) => row.diploma_number },
    { key: 'obtained_on', kind: 'day', label: 'external_courses.courses.obtained_on', value: (row) => row.obtained_on },
    { key: 'valid_until', kind: 'day', label: 'external_courses.courses.valid_until', value: (row) => row.valid_until },
    { key: 'created_at', kind: 'moment', label: 'external_courses.courses.created_at', value: (row) => row.created_at, sortable: true },
  ],
  filters: {
    review: { kind: 'choice', label: 'external_courses.review.title', choices: REVIEW_WORDS, one: true },
    // For an admin; a supervisor sees one company in any case.
    company: { kind: 'id', label: 'external_courses.courses.company' },
  },
  source: querySource<CourseRow, 'person' | 'name' | 'created_at'>(
    () => courses() as never,
    (query, { review, company }) => {
      if (review === 'unchecked') query.where({ 'i.approval': 'approved', 'i.check_state': 'not_checked' }).whereIn('i.kind', REGISTERED)
      else query.where('i.approval', 'submitted')
      if (company) query.where('i.company_id', company as number)
    },
    {
      sort: { person: 'p.sort_name', name: 'search_key(i.name)', created_at: 'i.created_at' },
      defaultSort: 'created_at',
      search: `(i.search_text || ' ' || p.sort_name)`,
      id: 'i.id',
      companyId: 'i.company_id',
      membershipId: 'i.membership_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})

export const toReview = attentionOf(listToken(reviewList.name), {
  key: 'external_courses.to_review',
  query: { review: 'submitted' },
  path: '/extern/trainingen/beoordelen',
  label: 'external_courses.attention.to_review',
  icon: 'review',
  tone: 'info',
  order: 38,
})
