import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { GROUP_KINDS } from '../../contract/index.js'
import { type GroupRow, groups } from '../services/group_service.js'

const KIND = Object.fromEntries(GROUP_KINDS.map((kind) => [kind, `groups.kind.${kind}`]))
const COUNT = (table: string) => `(select count(*) from groups_${table} n where n.company_id = g.company_id and n.group_id = g.id)`

/** The groups of a company; for an admin those of all. */
export const groupList = defineList({
  name: 'groups.groups',
  title: 'groups.groups.title',
  access: can('groups.manage'),
  columns: [
    { key: 'name', kind: 'text', label: 'groups.column.name', value: (row: GroupRow) => row.name, sortable: true },
    { key: 'kind', kind: 'choice', label: 'groups.column.kind', value: (row) => row.kind, choices: KIND, sortable: true },
    { key: 'members', kind: 'number', label: 'groups.column.members', value: (row) => Number(row.members), sortable: true },
    { key: 'courses', kind: 'number', label: 'groups.column.courses', value: (row) => Number(row.courses), sortable: true },
    { key: 'by_rule', kind: 'flag', label: 'groups.column.by_rule', value: (row) => row.rule !== null },
    { key: 'company', kind: 'text', label: 'groups.column.company', value: (row) => row.company_name, sortable: true },
  ],
  filters: { kind: { kind: 'choice', label: 'groups.column.kind', choices: KIND } },
  source: querySource<GroupRow, 'name' | 'kind' | 'members' | 'courses' | 'company'>(
    () => groups() as never,
    (query, { kind }) => {
      if (kind) query.whereIn('g.kind', kind as string[])
    },
    {
      sort: {
        name: 'g.search_text',
        kind: 'g.kind',
        members: COUNT('members'),
        courses: COUNT('courses'),
        company: 'search_key(c.name)',
      },
      defaultSort: 'name',
      search: 'g.search_text',
      id: 'g.id',
      companyId: 'g.company_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
