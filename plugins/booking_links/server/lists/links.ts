import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { today } from '#core/kit/days'
import { LINK_STATES } from '../../states.js'
import { COUNTS, type LinkRow, links, STATE } from '../services/store.js'

const STATES = Object.fromEntries(LINK_STATES.map((state) => [state, `booking_links.state.${state}`]))
const TYPES = Object.fromEntries(['elearning', 'elearning_exam', 'exam'].map((type) => [type, `booking_links.type.${type}`]))

/** /tools/bookinglink: the booking links of all companies, for the platform's admins. */
export const linkList = defineList({
  name: 'booking_links.links',
  title: 'booking_links.title',
  access: can('booking_links.manage'),
  reach: 'admins',
  columns: [
    { key: 'campaign', kind: 'text', label: 'booking_links.field.campaign', value: (row: LinkRow) => row.campaign, sortable: true },
    { key: 'company', kind: 'text', label: 'booking_links.field.company', value: (row) => row.company_name, sortable: true },
    { key: 'state', kind: 'choice', label: 'booking_links.field.state', value: (row) => row.state, choices: STATES },
    { key: 'type', kind: 'choice', label: 'booking_links.field.target', value: (row) => row.type, choices: TYPES },
    { key: 'visits', kind: 'number', label: 'booking_links.field.visits', value: (row) => row.visits, sortable: true },
    { key: 'started', kind: 'number', label: 'booking_links.field.started', value: (row) => row.started, sortable: true },
    { key: 'booked', kind: 'number', label: 'booking_links.field.booked', value: (row) => row.booked, sortable: true },
    { key: 'paid', kind: 'number', label: 'booking_links.field.paid', value: (row) => row.paid, sortable: true },
    { key: 'passed', kind: 'number', label: 'booking_links.field.passed', value: (row) => row.passed, sortable: true },
    { key: 'expires_on', kind: 'day', label: 'booking_links.field.expires_on', value: (row) => row.expires_on, visible: false },
    { key: 'max_uses', kind: 'number', label: 'booking_links.field.max_uses', value: (row) => row.max_uses, visible: false },
  ],
  filters: { state: { kind: 'choice', label: 'booking_links.field.state', choices: STATES } },
  source: querySource<LinkRow, 'campaign' | 'company' | keyof typeof COUNTS | 'created_at'>(
    () => links() as never,
    (query, { state }) => {
      if (state) query.whereRaw(`(${STATE}) = any(?)`, [today(), state as string[]] as never)
    },
    {
      sort: { ...COUNTS, campaign: 'l.search_text', company: 'search_key(c.name)', created_at: 'l.created_at' },
      defaultSort: '-created_at',
      search: 'l.search_text',
      id: 'l.id',
      companyId: 'l.company_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
