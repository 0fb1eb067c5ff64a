import { can } from '#core/contract/access'
import { defineReportSource } from '#core/contract/reports'
import { CERTIFICATE_STATUSES } from '../../contract/index.js'

/** Reports about certificates, also of people who left. */
export const certificatesSource = defineReportSource({
  name: 'certificates.certificates',
  label: 'certificates.report.label',
  text: 'certificates.report.text',
  icon: 'badge',
  access: can('certificates.view'),
  from: 'certificates_certificates t join kit_companies c on c.id = t.company_id',
  id: 't.id',
  companyId: 't.company_id',
  membershipId: 't.membership_id',
  period: 'issued_at',
  order: 30,
  columns: [
    { key: 'person', kind: 'text', label: 'certificates.field.person', sql: 't.person_name', person: true, chosen: true },
    { key: 'company', kind: 'text', label: 'certificates.field.company', sql: 'c.name', across: true, chosen: true },
    { key: 'course', kind: 'text', label: 'certificates.field.course', sql: 't.course_name', chosen: true },
    { key: 'number', kind: 'text', label: 'certificates.field.number', sql: 't.number', chosen: true, groups: false },
    {
      key: 'status',
      kind: 'choice',
      label: 'certificates.list.status',
      sql: ({ today }) => `case when t.revoked_at is not null then 'revoked' when t.valid_until < ${today} then 'expired' else 'valid' end`,
      choices: Object.fromEntries(CERTIFICATE_STATUSES.map((status) => [status, `certificates.status.${status}`])),
      chosen: true,
    },
    { key: 'issued_at', kind: 'moment', label: 'certificates.field.issued_at', sql: 't.issued_at', chosen: true },
    { key: 'valid_until', kind: 'day', label: 'certificates.field.valid_until', sql: 't.valid_until', chosen: true },
    { key: 'grade', kind: 'number', label: 'certificates.field.grade', sql: 't.grade' },
  ],
})
