import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { today } from '#core/kit/days'
import { defineList, type ListSource, querySource } from '#core/kit/lists'
import { textIn, translate } from '#core/kit/words'
import { VISIT_STATUSES } from '../../kinds.js'
import { ENTRANCES, VISITS } from '../services/entrances.js'
import { withLacking } from '../services/lacking.js'
import { STATUS_SQL, statusOf, type VisitRow } from '../services/visit_status.js'

export type VisitItemRow = VisitRow & {
  firstname: string
  infix: string | null
  lastname: string
  company_name: string
  entrance: string | null
}

const STATUS = Object.fromEntries(VISIT_STATUSES.map((status) => [status, `direct_access.status.${status}`]))
const PERSON = 'm.sort_name'

const rows = querySource<VisitItemRow, string>(
  () =>
    db
      .from(`${VISITS} as v`)
      .join(`${ENTRANCES} as e`, 'e.id', 'v.entrance_id')
      .join('kit_members as m', 'm.id', 'v.membership_id')
      .join('kit_companies as c', 'c.id', 'v.company_id')
      .select('v.*', 'm.firstname', 'm.infix', 'm.lastname', 'c.name as company_name', 'e.name as entrance'),
  (query, { entrance, status }) => {
    if (entrance) query.where('v.entrance_id', entrance as number)
    if (status) query.whereRaw(`${STATUS_SQL} = any(?::text[])`, [today(), status as string[]])
  },
  {
    sort: {
      name: PERSON,
      came_at: 'v.came_at',
      done_at: `coalesce(v.done_at, '-infinity')`,
      valid_until: `coalesce(v.valid_until, 'infinity')`,
    },
    defaultSort: '-came_at',
    search: `(${PERSON} || ' ' || search_key(coalesce(v.number, '')))`,
    id: 'v.id',
    companyId: 'v.company_id',
    membershipId: 'v.membership_id',
  },
)

/** A visit, with the skills that its project requires and the person lacks today. */
export type GateRow = VisitItemRow & { lacks: string[] }

const source: ListSource<GateRow> = {
  ...rows,
  page: async (query) => {
    const { data, meta } = await rows.page(query)
    return { data: await withLacking(data), meta }
  },
  async *batches(query) {
    for await (const batch of rows.batches(query)) yield await withLacking(batch)
  },
}

/** The visitors of an entrance: the list at the gate of a project, and the people who used a company's direct access. */
export const visits = defineList({
  name: 'direct_access.visits',
  title: 'direct_access.visits.title',
  access: can('direct_access.manage'),
  columns: [
    {
      key: 'name',
      kind: 'text',
      label: 'direct_access.visits.name',
      value: (row: GateRow) => fullName(row),
      sortable: true,
    },
    { key: 'status', kind: 'choice', label: 'direct_access.visits.status', value: (row) => statusOf(row), choices: STATUS },
    { key: 'lacks', kind: 'text', label: 'direct_access.visits.lacks', value: (row) => row.lacks.join(', ') },
    { key: 'number', kind: 'text', label: 'direct_access.visits.number', value: (row) => row.number },
    { key: 'course', kind: 'text', label: 'direct_access.visits.course', value: (row) => textIn(row.course_name, 'nl'), in: 'screen' },
    { key: 'came_at', kind: 'moment', label: 'direct_access.visits.came_at', value: (row) => row.came_at, sortable: true, visible: false },
    { key: 'done_at', kind: 'moment', label: 'direct_access.visits.done_at', value: (row) => row.done_at, sortable: true },
    { key: 'valid_until', kind: 'day', label: 'direct_access.visits.valid_until', value: (row) => row.valid_until, sortable: true },
  ],
  columnsOf: async (_query, language) => [
    {
      key: 'course',
      kind: 'text',
      header: translate(language, 'direct_access.visits.course'),
      value: (row: GateRow) => textIn(row.course_name, language),
    },
  ],
  filters: {
    status: { kind: 'choice', label: 'direct_access.visits.status', choices: STATUS },
    entrance: { kind: 'id', label: 'direct_access.visits.entrance' },
  },
  source,
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
