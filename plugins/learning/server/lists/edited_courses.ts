import { can } from '#core/contract/access'
import { defineList, querySource } from '#core/kit/lists'
import { textIn } from '#core/kit/words'
import { COURSE_TYPES, SECTORS } from '../../contract/offers.js'
import { type EditedCourseRow, editedCourses } from '../editor/edited_courses.js'
import { editorsOwn, ownerInReach } from '../editor/whose_courses.js'

const wordsOf = (values: readonly string[], group: string) =>
  Object.fromEntries(values.map((value) => [value, `learning.${group}.${value}`]))
const SECTOR = wordsOf(SECTORS, 'sector')
const TYPE = wordsOf(COURSE_TYPES, 'course_type')
const STATUS = wordsOf(['building', 'available'], 'status.course')

/** /training/overzicht: the platform's courses for an admin, the company's own for a supervisor. */
export const editedCourseList = defineList({
  name: 'learning.edited',
  title: 'learning.overview.title',
  access: can('learning.courses.edit'),
  columns: [
    {
      key: 'name',
      kind: 'text',
      label: 'learning.overview.column.name',
      value: (row: EditedCourseRow) => textIn(row.name ?? {}, 'nl') || row.shortname,
      sortable: true,
    },
    {
      key: 'shortname',
      kind: 'text',
      label: 'learning.overview.column.shortname',
      value: (row) => row.shortname,
      sortable: true,
      visible: false,
    },
    {
      key: 'status',
      kind: 'choice',
      label: 'learning.overview.column.status',
      value: (row) => row.status,
      choices: STATUS,
      sortable: true,
    },
    { key: 'sector', kind: 'choice', label: 'learning.editor.field.sector', value: (row) => row.sector, choices: SECTOR, sortable: true },
    {
      key: 'type',
      kind: 'choice',
      label: 'learning.editor.field.type',
      value: (row) => row.type,
      choices: TYPE,
      sortable: true,
      visible: false,
    },
    { key: 'languages', kind: 'text', label: 'learning.overview.column.languages', value: (row) => (row.languages ?? []).join(', ') },
    { key: 'version', kind: 'number', label: 'learning.overview.column.version', value: (row) => row.version, sortable: true },
    {
      key: 'published_at',
      kind: 'moment',
      label: 'learning.overview.column.published_at',
      value: (row) => row.published_at,
      sortable: true,
      visible: false,
    },
    { key: 'underway', kind: 'number', label: 'learning.overview.column.underway', value: (row) => row.underway, sortable: true },
    {
      key: 'draft_changed_at',
      kind: 'moment',
      label: 'learning.overview.column.draft',
      value: (row) => row.draft_changed_at && new Date(row.draft_changed_at),
      sortable: true,
    },
  ],
  filters: {
    sector: { kind: 'choice', label: 'learning.editor.field.sector', choices: SECTOR },
    type: { kind: 'choice', label: 'learning.editor.field.type', choices: TYPE },
    status: { kind: 'choice', label: 'learning.overview.column.status', choices: STATUS },
    draft: { kind: 'flag', label: 'learning.overview.filter.draft' },
  },
  source: editorsOwn(
    querySource<
      EditedCourseRow,
      'name' | 'shortname' | 'status' | 'sector' | 'type' | 'version' | 'published_at' | 'underway' | 'draft_changed_at'
    >(
      () => editedCourses(ownerInReach()) as never,
      (query, { sector, type, status, draft }) => {
        if (sector) query.whereIn('k.sector', sector as string[])
        if (type) query.whereIn('k.type', type as string[])
        if (status) query.whereIn('k.status', status as string[])
        if (draft !== undefined) query.whereRaw(draft ? 'k.draft_changed_at is not null' : 'k.draft_changed_at is null')
      },
      {
        sort: {
          name: `search_key(coalesce(k.name->>'nl', k.name->>'en', k.shortname))`,
          shortname: 'k.shortname',
          status: 'k.status',
          sector: 'k.sector',
          type: 'k.type',
          version: 'k.version',
          published_at: 'k.published_at',
          underway: 'k.underway',
          draft_changed_at: 'k.draft_changed_at',
        },
        defaultSort: 'name',
        search: 'k.search_text',
        id: 'k.id',
        companyId: 'k.company_id',
      },
    ),
  ),
  idOf: (row) => row.id,
  // The platform's courses have no company.
  companyOf: (row) => row.company_id ?? 0,
})
