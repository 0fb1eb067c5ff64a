import { can } from '#core/contract/access'
import { defineReportSource } from '#core/contract/reports'
import { GROUP_KINDS } from '../../contract/index.js'

/** Reports about groups: one row per member of a group. */
export const membersSource = defineReportSource({
  name: 'groups.members',
  label: 'groups.report.label',
  text: 'groups.report.text',
  icon: 'branches',
  access: can('groups.manage'),
  from: `groups_members gm
         join groups_groups g on g.company_id = gm.company_id and g.id = gm.group_id
         join kit_members m on m.id = gm.membership_id and m.company_id = gm.company_id
         join kit_companies c on c.id = gm.company_id`,
  id: 'gm.id',
  companyId: 'gm.company_id',
  membershipId: 'gm.membership_id',
  period: 'joined_at',
  order: 50,
  columns: [
    { key: 'group', kind: 'text', label: 'groups.report.group', sql: 'g.name', chosen: true },
    {
      key: 'kind',
      kind: 'choice',
      label: 'groups.column.kind',
      sql: 'g.kind',
      choices: Object.fromEntries(GROUP_KINDS.map((kind) => [kind, `groups.kind.${kind}`])),
      chosen: true,
    },
    {
      key: 'person',
      kind: 'text',
      label: 'groups.members.name',
      sql: 'm.full_name',
      person: true,
      chosen: true,
    },
    { key: 'email', kind: 'text', label: 'groups.members.email', sql: 'm.email', groups: false },
    { key: 'company', kind: 'text', label: 'groups.report.company', sql: 'c.name', across: true, chosen: true },
    { key: 'joined_at', kind: 'moment', label: 'groups.members.since', sql: 'gm.joined_at', chosen: true },
  ],
})
