import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { flows, type FlowRow } from '../services/flow_service.js'

const COUNT = (where: string) =>
  `(select count(*) from flows_people n where n.company_id = f.company_id and n.flow_id = f.id and n.removed_at is null${where})`

/** /flows: the flows of a company; for an admin those of all companies. */
export const flowList = defineList({
  name: 'flows.flows',
  title: 'flows.title',
  access: can('flows.manage'),
  columns: [
    { key: 'name', kind: 'text', label: 'flows.column.name', value: (row: FlowRow) => row.name, sortable: true },
    { key: 'active', kind: 'flag', label: 'flows.column.active', value: (row) => row.active },
    { key: 'steps', kind: 'number', label: 'flows.column.steps', value: (row) => row.definition.steps.length },
    { key: 'busy', kind: 'number', label: 'flows.column.busy', value: (row) => row.counts.busy, sortable: true },
    { key: 'finished', kind: 'number', label: 'flows.column.finished', value: (row) => row.counts.finished, sortable: true },
    { key: 'stuck', kind: 'number', label: 'flows.column.stuck', value: (row) => row.counts.stuck, sortable: true },
    { key: 'late', kind: 'number', label: 'flows.column.late', value: (row) => row.counts.late },
    { key: 'company', kind: 'text', label: 'flows.column.company', value: (row) => row.company_name, sortable: true },
  ],
  filters: { active: { kind: 'flag', label: 'flows.column.active' } },
  source: querySource<FlowRow, 'name' | 'busy' | 'finished' | 'stuck' | 'company'>(
    () => flows() as never,
    (query, { active }) => {
      if (active !== undefined) query.where('f.active', active as boolean)
    },
    {
      sort: {
        name: 'f.search_text',
        busy: COUNT(' and n.finished_on is null'),
        finished: COUNT(' and n.finished_on is not null'),
        stuck: COUNT(' and n.stuck is not null'),
        company: 'search_key(c.name)',
      },
      defaultSort: 'name',
      search: 'f.search_text',
      id: 'f.id',
      companyId: 'f.company_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
