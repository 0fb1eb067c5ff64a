import { can } from '#core/contract/access'
import { addDays, today } from '#core/kit/days'
import { defineList, querySource } from '#core/kit/lists'
import { CERTIFICATE_STATUSES, EXPIRING_DAYS } from '../../contract/index.js'
import Certificate from '../models/certificate.js'
import { dayOf, statusOf } from '../services/certificate_status.js'

const STATUS = Object.fromEntries(CERTIFICATE_STATUSES.map((status) => [status, `certificates.status.${status}`]))

/** Certificates of one status, as SQL with its values. */
function conditionFor(status: string): [string, string[]] {
  const conditions: Record<string, [string, string[]]> = {
    revoked: ['revoked_at is not null', []],
    expired: ['(revoked_at is null and valid_until < ?)', [dayOf()]],
    expiring: ['(revoked_at is null and valid_until between ? and ?)', [dayOf(), addDays(today(), EXPIRING_DAYS)]],
    valid: ['(revoked_at is null and (valid_until is null or valid_until >= ?))', [dayOf()]],
  }
  return conditions[status]!
}

const source = querySource<Certificate, string>(
  () => Certificate.query().select('*') as never,
  (query, { membership, status }) => {
    if (membership) query.where('membership_id', membership as number)
    if (!status) return
    query.where((any) => {
      for (const one of status as string[]) any.orWhereRaw(...conditionFor(one))
    })
  },
  {
    sort: {
      issued_at: 'issued_at',
      number: 'number',
      person_name: 'search_key(person_name)',
      course_name: 'search_key(course_name)',
      valid_until: 'valid_until',
    },
    defaultSort: '-issued_at',
    search: 'search_text',
    id: 'id',
    companyId: 'company_id',
    membershipId: 'certificates_certificates.membership_id',
  },
)

/** The company's certificates; for an admin without a company those of all. */
export const certificates = defineList({
  name: 'certificates.certificates',
  title: 'certificates.list.title',
  access: can('certificates.view'),
  columns: [
    { key: 'number', kind: 'text', label: 'certificates.field.number', value: (row: Certificate) => row.number, sortable: true },
    { key: 'person_name', kind: 'text', label: 'certificates.field.person', value: (row) => row.personName, sortable: true },
    { key: 'course_name', kind: 'text', label: 'certificates.field.course', value: (row) => row.courseName, sortable: true },
    { key: 'status', kind: 'choice', label: 'certificates.list.status', value: (row) => statusOf(row), choices: STATUS },
    { key: 'grade', kind: 'number', label: 'certificates.field.grade', value: (row) => row.grade },
    { key: 'issued_at', kind: 'day', label: 'certificates.field.issued_at', value: (row) => row.issuedAt.toJSDate(), sortable: true },
    {
      key: 'valid_until',
      kind: 'day',
      label: 'certificates.field.valid_until',
      value: (row) => row.validUntil?.toISODate() ?? null,
      sortable: true,
    },
    { key: 'company_name', kind: 'text', label: 'certificates.field.company', value: (row) => row.companyName },
  ],
  filters: {
    status: { kind: 'choice', label: 'certificates.list.status', choices: { ...STATUS, expiring: 'certificates.list.expiring' } },
    /** Filters by a person in one company. */
    membership: { kind: 'id', label: 'certificates.field.person' },
  },
  source,
  idOf: (row) => row.id,
  companyOf: (row) => row.companyId,
})
