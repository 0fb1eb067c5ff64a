import { can } from '#core/contract/access'
import { MEMBER_STATE_WORDS } from '#core/contract/member_states'
import { defineReportSource } from '#core/contract/reports'
import { PARTICIPATION_STATUSES } from '../../contract/states.js'
import { OVERDUE, STATUS_NOW } from '../following/participation_sql.js'

const words = (kind: string, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `learning.${kind}.${name}`]))

/** Reports about results: who has which course, their progress and results. Includes earlier participations, marked by `latest`. */
export const participationsSource = defineReportSource({
  name: 'learning.participations',
  label: 'learning.report.label',
  text: 'learning.report.text',
  icon: 'book',
  access: can('learning.progress.view'),
  from: `learning_participations p
         join kit_members m on m.id = p.membership_id and m.company_id = p.company_id
         join kit_companies c on c.id = p.company_id
         join learning_course_versions v on v.id = p.version_id`,
  id: 'p.id',
  companyId: 'p.company_id',
  membershipId: 'p.membership_id',
  period: 'registered_at',
  order: 10,
  columns: [
    {
      key: 'person',
      kind: 'text',
      label: 'learning.report.person',
      sql: 'm.full_name',
      person: true,
      chosen: true,
    },
    { key: 'email', kind: 'text', label: 'learning.totals.email', sql: 'm.email', groups: false },
    { key: 'company', kind: 'text', label: 'learning.totals.company', sql: 'c.name', across: true, chosen: true },
    { key: 'course', kind: 'text', label: 'learning.totals.course', sql: 'v.name', translated: true, chosen: true },
    {
      key: 'status',
      kind: 'choice',
      label: 'learning.totals.state',
      sql: STATUS_NOW,
      choices: words('status.participation', PARTICIPATION_STATUSES),
      chosen: true,
    },
    { key: 'progress', kind: 'number', label: 'learning.report.progress', sql: 'p.progress', chosen: true },
    { key: 'grade', kind: 'number', label: 'learning.report.grade', sql: 'p.grade' },
    {
      key: 'overdue',
      kind: 'flag',
      label: 'learning.totals.overdue',
      sql: ({ today }) => `coalesce(${OVERDUE.replace('?', today)}, false)`,
    },
    { key: 'mandatory', kind: 'flag', label: 'learning.totals.mandatory', sql: 'p.mandatory' },
    { key: 'latest', kind: 'flag', label: 'learning.report.latest', sql: 'p.current' },
    { key: 'registered_at', kind: 'moment', label: 'learning.report.registered_at', sql: 'p.registered_at', chosen: true },
    { key: 'started_at', kind: 'moment', label: 'learning.report.started_at', sql: 'p.started_at' },
    { key: 'due_at', kind: 'day', label: 'learning.report.due_at', sql: 'p.due_at' },
    { key: 'expires_at', kind: 'moment', label: 'learning.report.expires_at', sql: 'p.expires_at' },
    { key: 'finished_at', kind: 'moment', label: 'learning.report.finished_at', sql: 'p.finished_at', chosen: true },
    {
      key: 'person_status',
      kind: 'choice',
      label: 'learning.report.person_status',
      sql: 'm.state',
      choices: MEMBER_STATE_WORDS,
    },
  ],
})
