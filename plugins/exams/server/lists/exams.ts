import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { textIn } from '#core/kit/words'
import { EXAM_KINDS, EXAM_REGISTERS } from '../../contract/kinds.js'
import { exams, type ExamRow } from '../services/exam_service.js'

const KINDS = Object.fromEntries(EXAM_KINDS.map((kind) => [kind, `exams.kind.${kind}`]))
const REGISTERS = Object.fromEntries(EXAM_REGISTERS.map((register) => [register, `exams.register.${register}`]))
const NAME = `coalesce(o.search_text, '')`

/** /exams: the definitions, for the platform's admins. */
export const examList = defineList({
  name: 'exams.exams',
  title: 'exams.exams.title',
  access: can('exams.manage'),
  reach: 'admins',
  columns: [
    { key: 'course', kind: 'text', label: 'exams.field.course', value: (row: ExamRow) => textIn(row.course_name, 'nl'), sortable: true },
    { key: 'kind', kind: 'choice', label: 'exams.field.kind', value: (row) => row.kind, choices: KINDS },
    { key: 'register', kind: 'choice', label: 'exams.field.register', value: (row) => row.register, choices: REGISTERS, visible: false },
    {
      key: 'price',
      kind: 'number',
      label: 'exams.field.price',
      value: (row) => (row.price_cents === null ? null : row.price_cents / 100),
      visible: false,
    },
    { key: 'languages', kind: 'text', label: 'exams.field.languages', value: (row) => row.languages.join(', ') },
    { key: 'provider', kind: 'text', label: 'exams.field.provider', value: (row) => row.provider_name, sortable: true },
    { key: 'certificate', kind: 'text', label: 'exams.field.certificate', value: (row) => textIn(row.certificate, 'nl') },
    { key: 'valid_months', kind: 'number', label: 'exams.field.valid_months', value: (row) => row.valid_months },
    { key: 'to_confirm', kind: 'flag', label: 'exams.field.to_confirm', value: (row) => row.to_confirm },
    { key: 'adults_only', kind: 'flag', label: 'exams.field.adults_only', value: (row) => row.adults_only },
    { key: 'moments', kind: 'number', label: 'exams.field.coming', value: (row) => row.moments, sortable: true },
    { key: 'active', kind: 'flag', label: 'exams.field.active', value: (row) => row.active },
  ],
  filters: {
    active: { kind: 'flag', label: 'exams.field.active' },
    adults_only: { kind: 'flag', label: 'exams.field.adults_only' },
    kind: { kind: 'choice', label: 'exams.field.kind', choices: KINDS },
    to_confirm: { kind: 'flag', label: 'exams.field.to_confirm' },
    provider: { kind: 'id', label: 'exams.field.provider' },
  },
  source: querySource<ExamRow, 'course' | 'provider' | 'moments'>(
    () => exams() as never,
    (query, { active, adults_only: adults, provider, kind, to_confirm: open }) => {
      if (active !== undefined) query.where('e.active', active as boolean)
      if (adults !== undefined) query.where('e.adults_only', adults as boolean)
      if (kind) query.whereIn('e.kind', kind as string[])
      if (open !== undefined) query.where('e.to_confirm', open as boolean)
      if (provider) query.where('e.provider_company_id', provider as number)
    },
    {
      sort: {
        course: NAME,
        provider: `search_key(coalesce(p.name, ''))`,
        moments: `(select count(*) from exams_moments m where m.exam_id = e.id and m.withdrawn_at is null and m.starts_at > now())`,
      },
      defaultSort: 'course',
      search: `(${NAME} || ' ' || search_key(concat_ws(' ', (select string_agg(value, ' ') from jsonb_each_text(e.certificate)), p.name)))`,
      id: 'e.id',
      companyId: 'e.company_id',
    },
  ),
  idOf: (row) => row.id,
  // Owned by the platform: bulk actions do not switch to a company.
  companyOf: () => 0,
})
