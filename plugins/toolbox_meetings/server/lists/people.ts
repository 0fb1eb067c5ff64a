import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { today } from '#core/kit/days'
import { defineList, querySource } from '#core/kit/lists'
import { settingsOf } from '#core/kit/settings'
import { NORM_STATUSES } from '../../kinds.js'
import { type Norm, normOf, standingOf } from '../../norm.js'
import { toolboxSettings } from '../../settings.js'
import { ATTENDEES, MEETINGS } from '../services/tables.js'

export interface StandingRow {
  id: number
  company_id: number
  name: string
  /** For each person, the closed meetings of the year: expected, attended, and attended in person. */
  expected: number
  attended: number
  in_person: number
  norm: Norm | null
}

const STANDINGS = Object.fromEntries(NORM_STATUSES.map((key) => [key, `toolbox_meetings.norm.${key}`]))

const source = querySource<StandingRow, string>(
  () => db.from('kit_members as m').where('m.state', '<>', 'inactive').select('m.id', 'm.company_id', 'm.full_name as name'),
  (query, { year }) => {
    query
      .joinRaw(
        `cross join lateral (
          select count(*)::int as expected, count(a.present_at)::int as attended,
                 count(a.present_at) filter (where t.kind = 'in_person')::int as in_person
            from ${ATTENDEES} a join ${MEETINGS} t on t.company_id = a.company_id and t.id = a.meeting_id
           where a.company_id = m.company_id and a.membership_id = m.id and t.closed_at is not null and extract(year from t.held_on) = ?) y`,
        [Number(year ?? today().slice(0, 4))],
      )
      .select('y.expected', 'y.attended', 'y.in_person')
  },
  {
    sort: { name: 'm.sort_name', attended: 'y.attended', in_person: 'y.in_person' },
    defaultSort: 'attended',
    search: 'm.sort_name',
    id: 'm.id',
    companyId: 'm.company_id',
    membershipId: 'm.id',
  },
)

export const normNow = async () => normOf(await settingsOf(toolboxSettings))

/** Everybody's status in a year against the company's norm. */
export const standingList = defineList({
  name: 'toolbox_meetings.people',
  title: 'toolbox_meetings.standing.title',
  access: can('toolbox_meetings.manage'),
  columns: [
    { key: 'name', kind: 'text', label: 'toolbox_meetings.person', value: (row: StandingRow) => row.name, sortable: true },
    { key: 'attended', kind: 'number', label: 'toolbox_meetings.attended', value: (row) => row.attended, sortable: true },
    { key: 'in_person', kind: 'number', label: 'toolbox_meetings.attended_in_person', value: (row) => row.in_person, sortable: true },
    { key: 'expected', kind: 'number', label: 'toolbox_meetings.expected_at', value: (row) => row.expected },
    {
      key: 'standing',
      kind: 'choice',
      label: 'toolbox_meetings.standing.norm_short',
      value: (row) => standingOf(row.norm, row),
      choices: STANDINGS,
    },
  ],
  filters: {
    year: { kind: 'id', label: 'toolbox_meetings.standing.year' },
  },
  source: {
    ...source,
    page: async (list) => {
      const norm = await normNow()
      const { data, meta } = await source.page(list)
      return { data: data.map((row) => ({ ...row, norm })), meta }
    },
    async *batches(list) {
      const norm = await normNow()
      for await (const rows of source.batches(list)) yield rows.map((row) => ({ ...row, norm }))
    },
  },
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
