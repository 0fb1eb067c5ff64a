import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { MEETING_KINDS, MEETING_STATUSES } from '../../kinds.js'
import { type MeetingRow, meetings, PRESENT } from '../services/meetings.js'
import { ATTENDEES } from '../services/tables.js'

const words = (of: string, keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, `toolbox_meetings.${of}.${key}`]))
const STATUSES = words('status', MEETING_STATUSES)
const KINDS = words('kind', MEETING_KINDS)

/** The register: every toolbox meeting of the company. */
export const meetingList = defineList({
  name: 'toolbox_meetings.meetings',
  title: 'toolbox_meetings.title',
  access: can('toolbox_meetings.manage'),
  columns: [
    { key: 'topic', kind: 'text', label: 'toolbox_meetings.topic', value: (row: MeetingRow) => row.topic, sortable: true },
    { key: 'held_on', kind: 'day', label: 'toolbox_meetings.held_on', value: (row) => row.held_on, sortable: true },
    { key: 'place', kind: 'text', label: 'toolbox_meetings.place', value: (row) => row.place },
    { key: 'kind', kind: 'choice', label: 'toolbox_meetings.kind', value: (row) => row.kind, choices: KINDS },
    { key: 'present', kind: 'number', label: 'toolbox_meetings.present', value: (row) => row.present, sortable: true },
    { key: 'expected', kind: 'number', label: 'toolbox_meetings.expected', value: (row) => row.expected },
    {
      key: 'status',
      kind: 'choice',
      label: 'toolbox_meetings.state',
      value: (row) => (row.closed_at === null ? 'open' : 'closed'),
      choices: STATUSES,
    },
  ],
  filters: {
    held: { kind: 'days', label: 'toolbox_meetings.held_on', column: 't.held_on', of: 'day' },
    status: { kind: 'choice', label: 'toolbox_meetings.state', choices: STATUSES, one: true },
    kind: { kind: 'choice', label: 'toolbox_meetings.kind', choices: KINDS, one: true },
  },
  source: querySource<MeetingRow, string>(
    () => meetings(),
    (query, { status, kind }) => {
      if (status === 'open') query.whereNull('t.closed_at')
      if (status === 'closed') query.whereNotNull('t.closed_at')
      if (kind) query.where('t.kind', kind as string)
    },
    {
      sort: { topic: 'search_key(t.topic)', held_on: 't.held_on', present: PRESENT },
      defaultSort: '-held_on',
      search: 't.search_text',
      id: 't.id',
      companyId: 't.company_id',
      membershipId: 'a.membership_id',
      among: (condition) =>
        `exists (select from ${ATTENDEES} a where a.company_id = t.company_id and a.meeting_id = t.id and ${condition})`,
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
