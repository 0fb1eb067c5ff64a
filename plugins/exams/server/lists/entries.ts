import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { textIn, translate } from '#core/kit/words'
import { EXAM_STATUSES } from '../../contract/statuses.js'
import { entries, type EntryRow } from '../services/entry_service.js'

const STATUSES = Object.fromEntries(EXAM_STATUSES.map((status) => [status, `exams.status.entry.${status}`]))

/** /exams/aanmeldingen: the entries of the company itself and those of the exams that it gives. */
export const entryList = defineList({
  name: 'exams.entries',
  title: 'exams.entries.title',
  access: can('exams.moments.view'),
  columns: [
    { key: 'person', kind: 'text', label: 'exams.field.person', value: (row: EntryRow) => row.person_name, sortable: true },
    { key: 'company', kind: 'text', label: 'exams.field.company', value: (row) => row.company_name, sortable: true },
    { key: 'course', kind: 'text', label: 'exams.field.course', value: (row) => textIn(row.course_name, 'nl') },
    { key: 'starts_at', kind: 'moment', label: 'exams.field.starts_at', value: (row) => row.starts_at, sortable: true },
    { key: 'city', kind: 'text', label: 'exams.field.city', value: (row) => row.city, sortable: true },
    { key: 'location', kind: 'text', label: 'exams.field.location', value: (row) => row.location, visible: false },
    { key: 'status', kind: 'choice', label: 'exams.field.status', value: (row) => row.status, choices: STATUSES },
    {
      key: 'adjustments',
      kind: 'text',
      label: 'exams.field.adjustments',
      value: (row) => row.adjustments.map((one) => translate('nl', `exams.adjustment.${one}`)).join(', '),
    },
    { key: 'provider', kind: 'text', label: 'exams.field.provider', value: (row) => row.provider_name, visible: false },
  ],
  filters: {
    status: { kind: 'choice', label: 'exams.field.status', choices: STATUSES },
    starts_at: { kind: 'days', label: 'exams.field.starts_at', column: 'm.starts_at', of: 'moment', when: 'coming' },
    moment: { kind: 'id', label: 'exams.field.moment' },
  },
  source: querySource<EntryRow, 'person' | 'company' | 'starts_at' | 'city'>(
    () => entries() as never,
    (query, { status, moment }) => {
      if (status) query.whereIn('n.status', status as string[])
      if (moment) query.where('n.moment_id', moment as number)
      // Leaves out released seats, except refused entries, whose status gives the reason.
      query.whereRaw(`(n.released_at is null or n.status = 'refused')`)
    },
    {
      sort: {
        person: 'search_key(n.person_name)',
        company: 'search_key(n.company_name)',
        starts_at: 'm.starts_at',
        city: 'search_key(m.city)',
      },
      defaultSort: 'starts_at',
      search: 'n.search_text',
      id: 'n.id',
      companyId: 'n.company_id',
      membershipId: 'n.membership_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
})
