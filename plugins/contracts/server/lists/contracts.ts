import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { CONTRACT_STATUSES, CONTRACT_TYPES } from '../../contract/index.js'
import { type ContractRow, contracts, limitOf, STATUS, USED } from '../services/store.js'

const words = (keys: readonly string[], prefix: string) => Object.fromEntries(keys.map((key) => [key, `contracts.${prefix}.${key}`]))

/** A company's contracts; for an admin those of all. */
export const contractList = defineList({
  name: 'contracts.contracts',
  title: 'contracts.list.title',
  access: can('contracts.view'),
  columns: [
    { key: 'name', kind: 'text', label: 'contracts.field.name', value: (row: ContractRow) => row.name, sortable: true },
    { key: 'company', kind: 'text', label: 'contracts.field.company', value: (row) => row.company_name },
    {
      key: 'status',
      kind: 'choice',
      label: 'contracts.field.status',
      value: (row) => row.status,
      choices: words(CONTRACT_STATUSES, 'status'),
    },
    { key: 'type', kind: 'choice', label: 'contracts.field.type', value: (row) => row.type, choices: words(CONTRACT_TYPES, 'type') },
    { key: 'used', kind: 'number', label: 'contracts.field.used', value: (row) => row.used, sortable: true },
    { key: 'limit', kind: 'number', label: 'contracts.field.limit', value: (row) => limitOf(row) },
    { key: 'starts_on', kind: 'day', label: 'contracts.field.starts_on', value: (row) => row.starts_on, visible: false },
    { key: 'ends_on', kind: 'day', label: 'contracts.field.ends_on', value: (row) => row.ends_on, sortable: true },
    { key: 'order_number', kind: 'text', label: 'contracts.field.order_number', value: (row) => row.order_number, visible: false },
  ],
  filters: { status: { kind: 'choice', label: 'contracts.field.status', choices: words(CONTRACT_STATUSES, 'status') } },
  source: querySource<ContractRow, 'name' | 'used' | 'ends_on'>(
    () => contracts() as never,
    (query, { status }) => {
      if (status) query.whereRaw(`(${STATUS}) = any(?)`, [status as string[]])
    },
    {
      sort: { name: 'search_key(k.name)', used: USED, ends_on: 'k.ends_on' },
      defaultSort: '-ends_on',
      search: 'k.search_text',
      id: 'k.id',
      companyId: 'k.company_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
