import { can } from '#core/contract/access'
import { MEMBER_STATE_WORDS } from '#core/contract/member_states'
import { defineReportSource } from '#core/contract/reports'

// Counted as in the list: without cancelled courses.
const OWN = `from people_courses pc where pc.company_id = m.company_id and pc.membership_id = m.id and pc.status <> 'cancelled'`
const WORK = 'from people_work w where w.company_id = m.company_id and w.membership_id = m.id'
const words = (kind: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `people.${kind}.${name}`]))

/** Reports about people: who they are, since when, and how many courses they have. */
export const peopleSource = defineReportSource({
  name: 'people.people',
  label: 'people.report.label',
  text: 'people.report.text',
  icon: 'people',
  access: can('people.participants.view'),
  from: 'kit_members m join kit_companies c on c.id = m.company_id',
  id: 'm.id',
  companyId: 'm.company_id',
  membershipId: 'm.id',
  period: 'joined_at',
  order: 20,
  columns: [
    {
      key: 'name',
      kind: 'text',
      label: 'people.column.name',
      sql: 'm.full_name',
      person: true,
      chosen: true,
      groups: false,
    },
    { key: 'email', kind: 'text', label: 'people.column.email', sql: 'm.email', chosen: true, groups: false },
    { key: 'company', kind: 'text', label: 'people.column.works_at', sql: 'c.name', across: true, chosen: true },
    {
      key: 'role',
      kind: 'choice',
      label: 'people.column.role',
      sql: 'm.role',
      choices: words('role', ['leerling', 'beheerder', 'examinator', 'proctor']),
      chosen: true,
    },
    {
      key: 'status',
      kind: 'choice',
      label: 'people.column.status',
      sql: 'm.state',
      choices: MEMBER_STATE_WORDS,
      chosen: true,
    },
    { key: 'joined_at', kind: 'moment', label: 'people.column.registration_date', sql: 'm.joined_at', chosen: true },
    { key: 'last_seen_at', kind: 'moment', label: 'people.column.last_seen', sql: 'm.last_seen_at', chosen: true },
    { key: 'language', kind: 'text', label: 'people.column.language', sql: 'm.language' },
    { key: 'birthdate', kind: 'day', label: 'people.column.birthdate', sql: 'm.birthdate', groups: false },
    { key: 'job_title', kind: 'text', label: 'people.column.job_title', sql: `(select w.job_title ${WORK})` },
    {
      key: 'personnel_number',
      kind: 'text',
      label: 'people.column.personnel_number',
      sql: `(select w.personnel_number ${WORK})`,
      groups: false,
    },
    { key: 'courses', kind: 'number', label: 'people.column.courses', sql: `(select count(*) ${OWN})` },
    { key: 'passed', kind: 'number', label: 'people.column.passed', sql: `(select count(*) ${OWN} and pc.status = 'passed')` },
  ],
})
