import { can } from '#core/contract/access'
import { defineReportSource } from '#core/contract/reports'
import { FLOW_STATES, STUCK } from '../../contract/states.js'

/** Reports about flows: people and their progress, a row for each round of each person. */
export const roundsSource = defineReportSource({
  name: 'flows.people',
  label: 'flows.report.label',
  text: 'flows.report.text',
  icon: 'branches',
  access: can('flows.manage'),
  from: `flows_people p
         join flows_flows f on f.company_id = p.company_id and f.id = p.flow_id
         join kit_members m on m.id = p.membership_id and m.company_id = p.company_id
         join kit_companies c on c.id = p.company_id`,
  id: 'p.id',
  companyId: 'p.company_id',
  membershipId: 'p.membership_id',
  period: 'joined_at',
  order: 55,
  columns: [
    { key: 'flow', kind: 'text', label: 'flows.column.name', sql: 'f.name', chosen: true },
    {
      key: 'person',
      kind: 'text',
      label: 'flows.people.name',
      sql: 'm.full_name',
      person: true,
      chosen: true,
    },
    {
      key: 'state',
      kind: 'choice',
      label: 'flows.people.state',
      sql: 'p.state',
      choices: Object.fromEntries(FLOW_STATES.map((state) => [state, `flows.state.${state}`])),
      chosen: true,
    },
    {
      key: 'stuck',
      kind: 'choice',
      label: 'flows.people.stuck',
      sql: 'p.stuck',
      choices: Object.fromEntries(STUCK.map((reason) => [reason, `flows.stuck.${reason}`])),
      chosen: true,
    },
    { key: 'round', kind: 'number', label: 'flows.people.round', sql: 'p.round' },
    { key: 'joined_at', kind: 'moment', label: 'flows.people.joined_on', sql: 'p.joined_at', chosen: true },
    { key: 'finished_on', kind: 'day', label: 'flows.people.finished_on', sql: 'p.finished_on', chosen: true },
    { key: 'email', kind: 'text', label: 'flows.people.email', sql: 'm.email', groups: false },
    { key: 'company', kind: 'text', label: 'flows.column.company', sql: 'c.name', across: true, chosen: true },
  ],
})
