import { can } from '#core/contract/access'
import { defineReportSource } from '#core/contract/reports'

/** SQL: the person's current name, or the stored one if the person was erased. For an action `a`, joined with `m`. */
export const PERSON_NAME = `coalesce(m.full_name, a.person_name)`

export const ACTION_KINDS = ['registered', 'started', 'passed', 'failed', 'certificate', 'withdrawn'] as const

/** Reports about actions, as counted by the dashboard: an action stays when the person is erased or takes a course again. */
export const actionsSource = defineReportSource({
  name: 'reports.actions',
  label: 'reports.actions_source.label',
  text: 'reports.actions_source.text',
  icon: 'calendar',
  access: can('reports.dashboard.view'),
  from: `reports_actions a join kit_companies c on c.id = a.company_id
         left join kit_members m on m.company_id = a.company_id and m.id = a.membership_id`,
  id: 'a.id',
  companyId: 'a.company_id',
  membershipId: 'a.membership_id',
  period: 'occurred_at',
  order: 60,
  columns: [
    { key: 'occurred_at', kind: 'moment', label: 'reports.actions_source.occurred_at', sql: 'a.occurred_at', chosen: true },
    {
      key: 'kind',
      kind: 'choice',
      label: 'reports.actions_source.kind',
      sql: 'a.kind',
      choices: Object.fromEntries(ACTION_KINDS.map((kind) => [kind, `reports.actions_source.${kind}`])),
      chosen: true,
    },
    { key: 'person', kind: 'text', label: 'reports.actions_source.person', sql: PERSON_NAME, person: true, chosen: true },
    { key: 'company', kind: 'text', label: 'reports.actions_source.company', sql: 'c.name', across: true, chosen: true },
    { key: 'course', kind: 'text', label: 'reports.actions_source.course', sql: 'a.course_name', translated: true, chosen: true },
    { key: 'grade', kind: 'number', label: 'reports.actions_source.grade', sql: 'a.grade' },
    // For an enrolment.
    { key: 'withdrawn', kind: 'flag', label: 'reports.actions_source.is_withdrawn', sql: 'a.withdrawn' },
  ],
})
