import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { textIn } from '#core/kit/words'
import { PLACE_STATUSES } from '../../statuses.js'
import { line, type LineRow } from '../services/line.js'

const STATUSES = Object.fromEntries(PLACE_STATUSES.map((status) => [status, `waiting_list.status.place.${status}`]))

/** /wachtlijst: the people who wait for each exam, in order. */
export const placeList = defineList({
  name: 'waiting_list.places',
  title: 'waiting_list.list.title',
  access: can('waiting_list.manage'),
  columns: [
    { key: 'name', kind: 'text', label: 'waiting_list.field.name', value: (row: LineRow) => row.name, sortable: true },
    { key: 'email', kind: 'text', label: 'waiting_list.field.email', value: (row) => row.email, visible: false },
    { key: 'course', kind: 'text', label: 'waiting_list.field.course', value: (row) => textIn(row.course_name, 'nl'), sortable: true },
    { key: 'city', kind: 'text', label: 'waiting_list.field.city', value: (row) => row.city, sortable: true },
    { key: 'language', kind: 'text', label: 'waiting_list.field.language', value: (row) => row.language },
    { key: 'month', kind: 'text', label: 'waiting_list.field.month', value: (row) => row.month, sortable: true },
    { key: 'place', kind: 'number', label: 'waiting_list.field.place', value: (row) => row.place },
    { key: 'status', kind: 'choice', label: 'waiting_list.field.status', value: (row) => row.status, choices: STATUSES },
    { key: 'company', kind: 'text', label: 'waiting_list.field.company', value: (row) => row.company_name },
  ],
  filters: { status: { kind: 'choice', label: 'waiting_list.field.status', choices: STATUSES } },
  source: querySource<LineRow, 'name' | 'course' | 'city' | 'month' | 'rank'>(
    () => line() as never,
    (query, { status }) => {
      if (status) query.whereIn('i.status', status as string[])
    },
    {
      sort: {
        ...{
          name: 'search_key(i.name)',
          course: `coalesce(o.search_text, '')`,
          city: 'search_key(i.city)',
          month: 'i.month',
          rank: 'i.rank',
        },
      },
      defaultSort: 'rank',
      search: `(i.search_text || ' ' || coalesce(o.search_text, ''))`,
      id: 'i.id',
      companyId: 'i.company_id',
      membershipId: 'i.membership_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
