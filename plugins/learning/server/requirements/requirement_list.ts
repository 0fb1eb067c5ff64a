import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { type ListRequest, type ListSource, defineList, querySource } from '#core/kit/lists'
import { serviceOf } from '#core/kit/services'
import { textIn } from '#core/kit/words'
import { skillsService } from '#plugins/skills/contract/index'
import { editorsOwn, ownerInReach } from '../editor/whose_courses.js'

const REQUIREMENT_KINDS = ['age', 'course', 'exam', 'skill'] as const

export interface RequirementRow {
  id: number
  company_id: number | null
  course_id: number
  course_name: Record<string, string> | null
  shortname: string
  before: 'course' | 'exam'
  /** `age` is a setting of the course itself. */
  kind: (typeof REQUIREMENT_KINDS)[number]
  required_course_name: Record<string, string> | null
  required_skill_id: number | null
  /** Id of the requirement's row; null for a setting of the course. */
  requirement_id: number | null
  skill_name: string | null
}

// One list with ids of two kinds of rows: even ids for requirements, odd ids for courses.
const ROWS = `
  select r.id * 2 as id, r.id as requirement_id, r.company_id, r.course_id, r.before, r.kind, r.required_course_id, r.required_skill_id
    from learning_requirements r
   where r.company_id is null or r.company_id = ?::bigint
  union all
  select c.id * 2 + 1, null, c.company_id, c.id, 'course', 'age', null, null
    from learning_courses c join learning_course_versions v on v.id = c.offer_version_id
   where v.adults_only and (c.company_id is null or c.company_id = ?::bigint)`

const requirements = () => {
  const owner = ownerInReach() as number
  return db
    .query()
    .from(db.raw(`(${ROWS}) as r`, [owner, owner]) as never)
    .join('learning_courses as c', 'c.id', 'r.course_id')
    .leftJoin('learning_course_versions as v', 'v.id', 'c.offer_version_id')
    .leftJoin('learning_courses as o', 'o.id', 'r.required_course_id')
    .leftJoin('learning_course_versions as w', 'w.id', 'o.offer_version_id')
    .select('r.*', 'c.shortname', 'v.name as course_name', 'w.name as required_course_name')
}

const rows = querySource<Omit<RequirementRow, 'skill_name'>, 'course' | 'before' | 'kind'>(
  () => requirements() as never,
  (query, { kind, before, course }) => {
    if (kind) query.whereIn('r.kind', kind as string[])
    if (before) query.whereIn('r.before', before as string[])
    if (course) query.where('r.course_id', course as number)
  },
  {
    sort: { course: 'c.search_text', before: 'r.before', kind: 'r.kind' },
    defaultSort: 'course',
    search: `(c.search_text || ' ' || coalesce(o.search_text, ''))`,
    id: 'r.id',
    companyId: 'r.company_id',
  },
)

/** Skills belong to another plugin; their names are requested once per page. */
async function withSkills(found: readonly Omit<RequirementRow, 'skill_name'>[]): Promise<RequirementRow[]> {
  const asks = found.some(({ kind }) => kind === 'skill')
  const skills = asks ? await (await serviceOf(skillsService))?.skills() : []
  const names = new Map(skills?.map(({ id, name }) => [id, name]))
  return found.map((row) => ({ ...row, skill_name: row.required_skill_id ? (names.get(row.required_skill_id) ?? null) : null }))
}

const source: ListSource<RequirementRow> = {
  ...rows,
  async page(list: ListRequest) {
    const { data, meta } = await rows.page(list)
    return { data: await withSkills(data), meta }
  },
  async *batches(list: ListRequest) {
    for await (const batch of rows.batches(list)) yield await withSkills(batch)
  },
}

const KINDS = Object.fromEntries(REQUIREMENT_KINDS.map((kind) => [kind, `learning.requirements.kind_${kind}`]))
const BEFORE = { course: 'learning.requirements.before_course', exam: 'learning.requirements.before_exam' }

/** The tab of requirements on /training/overzicht: the platform's requirements and, for a company, its own. */
export const requirementList = defineList({
  name: 'learning.requirements',
  title: 'learning.requirements.title',
  access: can('learning.courses.edit'),
  columns: [
    {
      key: 'course',
      kind: 'text',
      label: 'learning.requirements.course',
      value: (row: RequirementRow) => textIn(row.course_name, 'nl') || row.shortname,
      sortable: true,
    },
    { key: 'before', kind: 'choice', label: 'learning.requirements.before', value: (row) => row.before, choices: BEFORE, sortable: true },
    { key: 'kind', kind: 'choice', label: 'learning.requirements.kind', value: (row) => row.kind, choices: KINDS, sortable: true },
    {
      key: 'required',
      kind: 'text',
      label: 'learning.requirements.required',
      value: (row) => row.skill_name ?? textIn(row.required_course_name, 'nl'),
    },
  ],
  filters: {
    kind: { kind: 'choice', label: 'learning.requirements.kind', choices: KINDS },
    before: { kind: 'choice', label: 'learning.requirements.before', choices: BEFORE },
    course: { kind: 'id', label: 'learning.requirements.course' },
  },
  source: editorsOwn(source),
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id ?? 0,
})
