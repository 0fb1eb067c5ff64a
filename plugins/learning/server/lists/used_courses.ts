import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { currentCompanyId } from '#core/kit/scope'
import { textIn } from '#core/kit/words'
import { COURSE_TYPES, SECTORS } from '../../contract/offers.js'

export interface UsedCourseRow {
  course_id: number
  company_id: number | null
  name: Record<string, string>
  shortname: string
  sector: string
  type: string
  languages: string[]
  duration_minutes: number
  /** Active participants whose latest participation it is. */
  people: number
  passed: number
}

const wordsOf = (values: readonly string[], group: string) =>
  Object.fromEntries(values.map((value) => [value, `learning.${group}.${value}`]))
const SECTOR = wordsOf(SECTORS, 'sector')
const TYPE = wordsOf(COURSE_TYPES, 'course_type')

/** Every course that the running company may assign, with how many of its people have it and passed it. One query. */
const USED = `
  select o.course_id, o.company_id, o.name, o.shortname, o.sector, o.type, o.languages, o.duration_minutes, o.search_text,
         coalesce(n.people, 0)::int as people, coalesce(n.passed, 0)::int as passed
    from learning_offers o
    left join (select k.course_id, sum(k.people) as people, sum(k.passed) as passed from learning_course_counts k
                where k.company_id = ? group by k.course_id) n on n.course_id = o.course_id`

/** /trainingen for a supervisor: the courses that their company uses, read-only. */
export const usedCourseList = defineList({
  name: 'learning.used',
  title: 'learning.overview.title',
  access: can('learning.used.view'),
  columns: [
    {
      key: 'name',
      kind: 'text',
      label: 'learning.overview.column.name',
      value: (row: UsedCourseRow) => textIn(row.name, 'nl'),
      sortable: true,
    },
    { key: 'shortname', kind: 'text', label: 'learning.overview.column.shortname', value: (row) => row.shortname, visible: false },
    { key: 'sector', kind: 'choice', label: 'learning.editor.field.sector', value: (row) => row.sector, choices: SECTOR, sortable: true },
    { key: 'type', kind: 'choice', label: 'learning.editor.field.type', value: (row) => row.type, choices: TYPE, visible: false },
    { key: 'languages', kind: 'text', label: 'learning.overview.column.languages', value: (row) => row.languages.join(', ') },
    { key: 'duration', kind: 'number', label: 'learning.used.duration', value: (row) => row.duration_minutes },
    { key: 'people', kind: 'number', label: 'learning.used.people', value: (row) => row.people, sortable: true },
    { key: 'passed', kind: 'number', label: 'learning.used.passed', value: (row) => row.passed, sortable: true },
  ],
  filters: {
    used: { kind: 'flag', label: 'learning.used.in_use' },
    sector: { kind: 'choice', label: 'learning.editor.field.sector', choices: SECTOR },
    type: { kind: 'choice', label: 'learning.editor.field.type', choices: TYPE },
  },
  source: querySource<UsedCourseRow, 'name' | 'sector' | 'people' | 'passed'>(
    () =>
      db
        .query()
        .from(db.raw(`(${USED}) as k`, [currentCompanyId()]) as never)
        .select('k.*') as never,
    (query, { used, sector, type }) => {
      if (used !== undefined) query.where('k.people', used ? '>' : '=', 0)
      if (sector) query.whereIn('k.sector', sector as string[])
      if (type) query.whereIn('k.type', type as string[])
    },
    {
      sort: {
        name: `search_key(coalesce(k.name->>'nl', k.name->>'en', k.shortname))`,
        sector: 'k.sector',
        people: 'k.people',
        passed: 'k.passed',
      },
      defaultSort: '-people',
      search: 'k.search_text',
      id: 'k.course_id',
      companyId: 'k.company_id',
    },
  ),
  idOf: (row) => row.course_id,
  // The platform's courses have no company.
  companyOf: (row) => row.company_id ?? 0,
})
