import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { USE_STATES } from '../../contract/index.js'
import { meantUses } from '../services/find_uses.js'
import { courseOf, uses, type UseRow } from '../services/uses.js'

const STATES = Object.fromEntries(USE_STATES.map((state) => [state, `contracts.use.${state}`]))
// Uses the row only, because the page is cut before anything else is joined.
const PERSON = `(select n.sort_name from kit_members n where n.id = u.membership_id)`
const COURSE = '(select n.search_text from learning_titles n where n.course_id = u.course_id)'
const CONTRACT = '(select n.search_text from contracts_contracts n where n.company_id = u.company_id and n.id = u.contract_id)'

/** The tab "consumption" of /administratie: the places that people took, by contract and course. */
export const useList = defineList({
  name: 'contracts.uses',
  title: 'contracts.consumption',
  access: can('contracts.view'),
  columns: [
    { key: 'person', kind: 'text', label: 'contracts.field.person', value: (row: UseRow) => row.person },
    { key: 'course', kind: 'text', label: 'contracts.field.course', value: (row) => courseOf(row, 'nl') },
    { key: 'contract', kind: 'text', label: 'contracts.contract.title', value: (row) => row.contract_name },
    { key: 'company', kind: 'text', label: 'contracts.field.company', value: (row) => row.company_name },
    { key: 'taken_at', kind: 'moment', label: 'contracts.field.taken_at', value: (row) => row.taken_at, sortable: true },
    { key: 'started_at', kind: 'moment', label: 'contracts.field.started_at', value: (row) => row.started_at, visible: false },
    { key: 'state', kind: 'choice', label: 'contracts.field.status', value: (row) => row.state, choices: STATES },
    { key: 'extra', kind: 'number', label: 'contracts.field.extra', value: (row) => row.extra_cents / 100 },
    { key: 'invoice', kind: 'text', label: 'contracts.field.invoice', value: (row) => row.bill_number, visible: false },
  ],
  filters: {
    state: { kind: 'choice', label: 'contracts.field.status', choices: STATES },
    // People who have started only, whatever the contract says.
    only_started: { kind: 'flag', label: 'contracts.filter.only_started' },
    taken_at: { kind: 'days', label: 'contracts.field.taken_at', column: 'u.taken_at' },
    contract: { kind: 'id', label: 'contracts.contract.title' },
  },
  source: querySource<UseRow, 'taken_at'>(
    () => uses() as never,
    (query, { state, only_started: onlyStarted, contract }) => {
      if (state) query.whereIn('u.state', state as string[])
      if (onlyStarted) query.where('u.state', 'started')
      if (contract) query.where('u.contract_id', contract as number)
    },
    {
      // Not sortable by names: they are in other tables, and a person is found by searching.
      sort: { taken_at: 'u.taken_at' },
      defaultSort: '-taken_at',
      search: `concat_ws(' ', ${PERSON}, ${COURSE}, ${CONTRACT})`,
      id: 'u.id',
      companyId: 'u.company_id',
      membershipId: 'u.membership_id',
      large: { table: 'contracts_uses as u', neverNull: ['taken_at'], meaning: meantUses },
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
