import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { textIn } from '#core/kit/words'
import { momentStatuses } from '../../contract/statuses.js'
import { moments, type MomentRow, STATE } from '../services/moment_service.js'

type Row = MomentRow & { state: string }
const STATES = Object.fromEntries(Object.keys(momentStatuses.looks).map((state) => [state, `exams.status.moment.${state}`]))
const TAKEN = 'exams_seats_taken(m.id)'

/** /exams/momenten: where and when, and how many seats are left; upcoming ones, unless filtered by time or state. */
export const momentList = defineList({
  name: 'exams.moments',
  title: 'exams.moments.title',
  access: can('exams.moments.view'),
  columns: [
    { key: 'starts_at', kind: 'moment', label: 'exams.field.starts_at', value: (row: Row) => row.starts_at, sortable: true },
    { key: 'course', kind: 'text', label: 'exams.field.course', value: (row) => textIn(row.course_name, 'nl'), sortable: true },
    { key: 'city', kind: 'text', label: 'exams.field.city', value: (row) => row.city, sortable: true },
    { key: 'location', kind: 'text', label: 'exams.field.location', value: (row) => row.location },
    { key: 'language', kind: 'text', label: 'exams.field.language', value: (row) => row.language },
    {
      key: 'seats_left',
      kind: 'number',
      label: 'exams.field.seats_left',
      // A withdrawn moment has no free seats, however many it had.
      value: (row) => (row.state === 'withdrawn' ? null : Math.max(0, row.seats - row.taken)),
      sortable: true,
    },
    { key: 'seats', kind: 'number', label: 'exams.field.seats', value: (row) => row.seats, visible: false },
    { key: 'provider', kind: 'text', label: 'exams.field.provider', value: (row) => row.provider_name, visible: false },
    { key: 'state', kind: 'choice', label: 'exams.field.state', value: (row) => row.state, choices: STATES },
  ],
  filters: {
    starts_at: { kind: 'days', label: 'exams.field.starts_at', column: 'm.starts_at', of: 'moment', when: 'coming' },
    state: { kind: 'choice', label: 'exams.field.state', choices: STATES },
    course: { kind: 'id', label: 'exams.field.course' },
    exam: { kind: 'id', label: 'exams.field.exam' },
  },
  source: querySource<Row, 'starts_at' | 'course' | 'city' | 'seats_left'>(
    () => moments() as never,
    (query, { state, course, exam, starts_at: asked }) => {
      // Without a filter on time, shows upcoming moments.
      if (!asked && !state) query.whereRaw('m.starts_at > now()')
      if (state) query.whereRaw(`(${STATE}) = any(?::text[])`, [state as string[]] as never)
      if (course) query.where('e.course_id', course as number)
      if (exam) query.where('m.exam_id', exam as number)
    },
    {
      sort: {
        starts_at: 'm.starts_at',
        course: `coalesce(o.search_text, '')`,
        city: 'search_key(m.city)',
        seats_left: `(m.seats - ${TAKEN})`,
      },
      defaultSort: 'starts_at',
      search: `(m.search_text || ' ' || coalesce(o.search_text, ''))`,
      id: 'm.id',
      companyId: 'm.company_id',
    },
  ),
  idOf: (row) => row.id,
  companyOf: () => 0,
})
