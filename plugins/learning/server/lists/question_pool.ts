import { can } from '#core/contract/access'
import { type ListRequest, type ListSource, defineAction, defineList, querySource } from '#core/kit/lists'
import { textIn } from '#core/kit/words'
import { tagInput } from '#plugins/learning/server/validators/editor'
import { QUESTION_TYPES } from '../../question_types/index.js'
import { addTag, archiveQuestion, removeTag } from '../editor/pool_marks.js'
import { type PoolQuestion, type PoolRow, poolQuestions, withStatistics } from '../editor/question_pool.js'
import { editorsOwn, ownerInReach } from '../editor/whose_courses.js'

const access = can('learning.courses.edit')
const TYPE = Object.fromEntries(QUESTION_TYPES.map((type) => [type, `learning.question.type_${type}`]))

const rows = querySource<PoolRow, 'text' | 'type' | 'used' | 'revision'>(
  () => poolQuestions(ownerInReach()) as never,
  (query, { course, type, used, archived }) => {
    if (course) query.where('k.course_id', course as number)
    if (type) query.whereIn('k.type', type as string[])
    if (used !== undefined) query.whereRaw(used ? 'k.used > 0' : 'k.used = 0')
    // Archived questions are hidden unless the filter asks for them.
    query.whereRaw(archived ? 'k.archived_at is not null' : 'k.archived_at is null')
  },
  {
    sort: { text: `search_key(coalesce(k.text->>'nl', k.text->>'en', k.key))`, type: 'k.type', used: 'k.used', revision: 'k.revision' },
    defaultSort: 'text',
    search: 'k.search_text',
    id: 'k.id',
    companyId: 'k.company_id',
  },
)

const source: ListSource<PoolQuestion> = {
  ...rows,
  async page(list: ListRequest) {
    const { data, meta } = await rows.page(list)
    return { data: await withStatistics(data), meta }
  },
  async *batches(list: ListRequest) {
    for await (const batch of rows.batches(list)) yield await withStatistics(batch)
  },
  // An action that restores archived questions has their ids; undoing it must find them among the others.
  ids: (list, past, limit, only) => (only && list.archived === undefined ? anyIds(past, limit, only) : rows.ids(list, past, limit, only)),
}

async function anyIds(past: number, limit: number, only: readonly number[]) {
  const found = await poolQuestions(ownerInReach())
    .whereIn('k.id', [...only])
    .where('k.id', '>', past)
    .orderBy('k.id')
    .limit(limit)
    .clearSelect()
    .select('k.id', 'k.company_id as companyId')
  return found as { id: number; companyId: number }[]
}

/** /trainingen/vragenpool: the platform's questions for an admin, those of the company's own courses for a supervisor. */
export const questionPoolList = defineList({
  name: 'learning.questions',
  title: 'learning.pool.title',
  access,
  columns: [
    {
      key: 'text',
      kind: 'text',
      label: 'learning.pool.column.text',
      value: (row: PoolQuestion) => textIn(row.text, 'nl') || row.key,
      sortable: true,
    },
    { key: 'type', kind: 'choice', label: 'learning.pool.type', value: (row) => row.type, choices: TYPE, sortable: true },
    { key: 'tags', kind: 'text', label: 'learning.pool.column.tags', value: (row) => row.tags.join(', ') },
    { key: 'used', kind: 'number', label: 'learning.pool.column.used', value: (row) => row.used, sortable: true },
    { key: 'answered', kind: 'number', label: 'learning.pool.column.answered', value: (row) => row.answered },
    { key: 'right', kind: 'number', label: 'learning.pool.column.right', value: (row) => row.right },
    {
      key: 'discrimination',
      kind: 'number',
      label: 'learning.pool.column.discrimination',
      value: (row) => row.discrimination,
      visible: false,
    },
    { key: 'seconds', kind: 'number', label: 'learning.pool.column.seconds', value: (row) => row.seconds, visible: false },
    {
      key: 'revision',
      kind: 'number',
      label: 'learning.pool.column.revision',
      value: (row) => row.revision,
      sortable: true,
      visible: false,
    },
  ],
  filters: {
    type: { kind: 'choice', label: 'learning.pool.type', choices: TYPE },
    used: { kind: 'flag', label: 'learning.pool.filter.used' },
    archived: { kind: 'flag', label: 'learning.pool.filter.archived' },
    course: { kind: 'id', label: 'learning.pool.course' },
  },
  source: editorsOwn(source),
  idOf: (row) => row.id,
  // The platform's questions have no company.
  companyOf: (row) => row.company_id ?? 0,
  async namesOf(ids) {
    const found: PoolRow[] = await poolQuestions(ownerInReach()).whereIn('k.id', [...ids])
    return new Map(found.map(({ id, text, key }) => [id, textIn(text, 'nl') || key]))
  },
  actions: [
    defineAction({
      name: 'learning.tag',
      label: 'learning.pool.tag',
      confirm: 'learning.pool.tag',
      access,
      input: tagInput,
      run: ({ id, trx, input: { tag } }) => addTag(trx, id, tag),
    }),
    defineAction({
      name: 'learning.untag',
      label: 'learning.pool.untag',
      confirm: 'learning.pool.untag',
      access,
      input: tagInput,
      run: ({ id, trx, input: { tag } }) => removeTag(trx, id, tag),
    }),
    defineAction({
      name: 'learning.archive',
      label: 'learning.pool.archive',
      confirm: 'learning.pool.archive_confirm',
      access,
      undo: 'learning.unarchive',
      run: ({ id, trx }) => archiveQuestion(trx, id, true),
    }),
    defineAction({
      name: 'learning.unarchive',
      label: 'learning.pool.unarchive',
      confirm: 'learning.pool.unarchive_confirm',
      access,
      undo: 'learning.archive',
      run: ({ id, trx }) => archiveQuestion(trx, id, false),
    }),
  ],
})
