import { can } from '#core/contract/access'
import { defineReportSource } from '#core/contract/reports'
import { APPROVALS, CERTIFICATE_KINDS, CHECKS } from '../../certificates.js'
import { STATUSES } from '../../statuses.js'

const words = (of: string, keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, `external_courses.${of}.${key}`]))

/** Reports about external courses. */
export const coursesSource = defineReportSource({
  name: 'external_courses.courses',
  label: 'external_courses.courses.title',
  text: 'external_courses.courses.text',
  icon: 'medal',
  access: can('external_courses.courses.manage'),
  from: `external_courses_courses x
         join kit_members m on m.id = x.membership_id and m.company_id = x.company_id
         join kit_companies c on c.id = x.company_id`,
  id: 'x.id',
  companyId: 'x.company_id',
  membershipId: 'x.membership_id',
  period: 'valid_until',
  order: 40,
  columns: [
    {
      key: 'person',
      kind: 'text',
      label: 'external_courses.courses.person',
      sql: 'm.full_name',
      person: true,
      chosen: true,
    },
    { key: 'company', kind: 'text', label: 'external_courses.courses.company', sql: 'c.name', across: true, chosen: true },
    { key: 'name', kind: 'text', label: 'external_courses.courses.name', sql: 'x.name', chosen: true },
    {
      key: 'status',
      kind: 'choice',
      label: 'external_courses.courses.status',
      sql: 'x.status',
      choices: Object.fromEntries(STATUSES.map((status) => [status, `external_courses.status.${status}`])),
      chosen: true,
    },
    { key: 'grade', kind: 'number', label: 'external_courses.courses.grade', sql: 'x.grade' },
    { key: 'valid_until', kind: 'day', label: 'external_courses.courses.valid_until', sql: 'x.valid_until', chosen: true },
    { key: 'kind', kind: 'choice', label: 'external_courses.courses.kind', sql: 'x.kind', choices: words('kind', CERTIFICATE_KINDS) },
    { key: 'diploma_number', kind: 'text', label: 'external_courses.courses.diploma_number', sql: 'x.diploma_number' },
    { key: 'obtained_on', kind: 'day', label: 'external_courses.courses.obtained_on', sql: 'x.obtained_on' },
    { key: 'check_state', kind: 'choice', label: 'external_courses.courses.check', sql: 'x.check_state', choices: words('check', CHECKS) },
    { key: 'checked_at', kind: 'moment', label: 'external_courses.courses.checked_at', sql: 'x.checked_at' },
    {
      key: 'approval',
      kind: 'choice',
      label: 'external_courses.courses.approval',
      sql: 'x.approval',
      choices: words('approval', APPROVALS),
    },
    { key: 'created_at', kind: 'moment', label: 'external_courses.courses.created_at', sql: 'x.created_at' },
  ],
})
