import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { readDayRange } from '#core/contract/day_range'
import { conflict, notFound } from '#core/contract/errors'
import { extendList, type ListedRow, listToken } from '#core/contract/lists'
import { addDays, today } from '#core/kit/days'
import { defineAction, defineList, type ListRequest, namedIn, type Narrow, querySource, searchEachWord } from '#core/kit/lists'
import { memberCondition } from '#core/kit/people'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import { HORIZON_DAYS, type SkillState } from '../../contract/index.js'
import { GRANTS_SKILL, RENEW_FROM, STATE, stateDays } from '../services/states.js'
import { assignInput } from '../validators/skills.js'

export interface GapRow {
  id: number
  company_id: number
  company_name: string
  membership_id: number
  firstname: string
  infix: string | null
  lastname: string
  skill_id: number
  skill: string
  state: SkillState
  valid_until: string | null
  /** The due date of a new person who does not have the skill. */
  due_on: string | null
  /** Their mentor, and whether they need one. */
  mentor: string | null
  needs_mentor: boolean
  /** The first day on which renewing keeps that date; null: no window. */
  renew_from: string | null
  /** The first course that gives it. */
  course_id: number | null
  /** Loaded per page: by language; null when it may no longer be given. */
  course_name?: Readonly<Record<string, string>> | null
}

// Subqueries on the row alone, because the page is cut before other tables are joined.
const PERSON = `(select m.sort_name from kit_members m where m.company_id = c.company_id and m.id = c.membership_id)`
const SKILL = '(select s.search_text from skills_skills s where s.company_id = c.company_id and s.id = c.skill_id)'
/**
 * A cell `c` that needs action: required, and missing or ending within the horizon. The indexes of its order have the same condition
 * (migration 0812).
 */
const OPEN = 'c.required and (c.origin is null or c.valid_until <= ?::date)'
/** The person is active: a check against the few inactive people on the row alone, or a check of the joined person. */
const ACTIVE = `not exists (select 1 from kit_memberships n where n.company_id = c.company_id and n.id = c.membership_id and n.status <> 'active')`
const ACTIVE_BESIDE = `m.status = 'active'`
const openDays = (): [string] => [addDays(today(), HORIZON_DAYS)]

const gaps = () =>
  db
    .from('skills_cells as c')
    .join('skills_skills as s', (on) => on.on('s.company_id', 'c.company_id').andOn('s.id', 'c.skill_id'))
    .joinRaw(`join kit_members m on m.company_id = c.company_id and m.id = c.membership_id`)
    .join('kit_companies as k', 'k.id', 'c.company_id')
    .select('c.id', 'c.company_id', 'k.name as company_name', 'c.membership_id', 'm.firstname', 'm.infix', 'm.lastname')
    .select(
      'c.skill_id',
      's.name as skill',
      'c.valid_until',
      'c.due_on',
      db.raw(`${STATE} as state`, stateDays()),
      db.raw(`${RENEW_FROM} as renew_from`),
    )
    .select(
      db.raw('c.origin is null and s.starter_months is not null and s.mentor_skill_id is not null as needs_mentor'),
      db.raw(`(select n.full_name from skills_mentors x join kit_members n on n.company_id = x.company_id and n.id = x.mentor_membership_id
                where x.company_id = c.company_id and x.membership_id = c.membership_id and x.skill_id = c.skill_id) as mentor`),
    )
    .select(
      db.raw(`(select o.course_id from skills_sources o where o.company_id = c.company_id and o.skill_id = c.skill_id
                and o.course_id is not null and ${GRANTS_SKILL()} order by o.renews_only desc, o.id limit 1) as course_id`),
    )

type Query = Pick<ReturnType<typeof gaps>, 'where' | 'whereRaw'>
const STATES = {
  starting: 'skills.state.starting',
  missing: 'skills.state.missing',
  ended: 'skills.state.ended',
  ending: 'skills.state.ending',
  valid: 'skills.state.later',
}

/** SQL: the first position of a day in the planning's order. */
const placeOf = (day: string) => `(${day} - '0001-01-01'::date)::bigint * 1000000000000`

/**
 * Repeats the list's date filter on the order column, so that the index is used. Otherwise everything that ends within a year would be
 * scanned.
 */
function withinDays(query: Query, days: string): void {
  const range = readDayRange(days, today())
  if (!range || range === 'none') return
  if (range.from) query.whereRaw(`c.due_order >= ${placeOf('?::date')}`, [range.from])
  if (range.to) query.whereRaw(`c.due_order < ${placeOf('(?::date + 1)')}`, [range.to])
}

/** Open gaps, narrowed by the list's own filters. */
function filterGaps(query: Query, { skill, state, company, ends }: ListRequest, active = ACTIVE): void {
  query.whereRaw(OPEN, openDays()).whereRaw(active)
  if (ends) withinDays(query, ends as string)
  if (skill) query.where('c.skill_id', skill as number)
  if (company) query.where('c.company_id', company as number)
  if (state) {
    const wanted = state as string[]
    query.whereRaw(`${STATE} in (${wanted.map(() => '?').join(', ')})`, [...stateDays(), ...wanted])
  }
}

const COLUMNS = { id: 'c.id', companyId: 'c.company_id', membershipId: 'c.membership_id' } as const

/** Each word of a search matches the person or the skill. */
const meantGaps = (search: string) =>
  searchEachWord(search, async (word) => [
    await memberCondition('c.membership_id', word),
    await namedIn('c.skill_id', { table: 'skills_skills', id: 'id' }, word),
  ])

/** The cells `c` that a validated query of the list shows, on all pages: for counts next to the list about the same people. */
export async function openCells(list: ListRequest) {
  const query = db.from('skills_cells as c').joinRaw('join kit_members m on m.company_id = c.company_id and m.id = c.membership_id')
  filterGaps(query as never, list, ACTIVE_BESIDE)
  for (const narrow of list.narrow ?? []) narrow(query as never, COLUMNS)
  if (list.search) {
    const { sql, values } = await meantGaps(list.search)
    query.whereRaw(sql, values as never)
  }
  return { query }
}

/**
 * Gives a person with a gap the course that closes it. A person who passed the course before takes it again, and the old result is kept.
 */
const assign = defineAction({
  name: 'skills.assign',
  label: 'skills.gaps.assign',
  confirm: 'skills.gaps.assign_confirm',
  access: can('skills.manage'),
  input: assignInput,
  run: async ({ id, trx, session, input: { due_at: dueAt, mandatory, tell = true } }) => {
    const cell = await trx.from('skills_cells').where({ id }).first()
    if (!cell) throw notFound()
    const source = await trx
      .from('skills_sources as o')
      .join('skills_cells as c', (on) => on.on('c.company_id', 'o.company_id').andOn('c.skill_id', 'o.skill_id'))
      .where('c.id', cell.id)
      .whereNotNull('o.course_id')
      .whereRaw(GRANTS_SKILL())
      .orderBy('o.renews_only', 'desc')
      .orderBy('o.id')
      .select('o.course_id')
      .first()
    const learning = await serviceOf(learningService)
    if (!source || !learning) throw conflict('no_course')
    const terms = { dueAt, mandatory, again: true }
    const { outcome, given } = await learning.assign(cell.membership_id, source.course_id, terms, session.membershipId, trx)
    if (tell) await learning.notifyAssigned(trx, cell.membership_id, [{ participationId: given.id, outcome }])
    // If one course closes several gaps, the first gives it and the others rely on it.
    return { kept: { ...given, told: tell }, ...(given.over !== undefined && { unchanged: true }) }
  },
  undo: {
    label: 'skills.gaps.assign_undo',
    run: async ({ trx, session, kept }) => {
      const learning = await serviceOf(learningService)
      if (!learning) throw conflict('not_undoable')
      const done = await learning.unassign(kept, session.membershipId, trx)
      if (typeof done === 'string') return { partly: done }
      return done ? undefined : 'unchanged'
    },
  },
})

type Sort = 'by' | 'name' | 'skill'
const ORDER = { defaultSort: 'by', search: `concat_ws(' ', ${PERSON}, ${SKILL})`, ...COLUMNS } as const

const rows = querySource<GapRow, Sort>(
  () => gaps() as never,
  (query, list) => filterGaps(query as never, list),
  {
    // Missing skills come before ending ones; within a day by person, so that a person's gaps are together.
    sort: { by: 'c.due_order', name: PERSON, skill: SKILL },
    ...ORDER,
    large: { table: 'skills_cells as c', neverNull: ['by'], meaning: meantGaps },
  },
)
/** Sorting by a name of another table reads all of its rows: joined, instead of one subquery per row. */
const byNames = querySource<GapRow, Sort>(
  () => gaps() as never,
  (query, list) => filterGaps(query as never, list, ACTIVE_BESIDE),
  { sort: { by: 'c.due_order', name: 'm.sort_name', skill: 's.search_text' }, ...ORDER },
)

async function pageOfGaps(list: ListRequest) {
  if (!list.sort || /^-?by$/.test(list.sort)) return rows.page(list)
  const { search, ...others } = list
  const meant = search ? await meantGaps(search) : null
  const narrow: Narrow[] = meant ? [(query) => void query.whereRaw(meant.sql, meant.values as never)] : []
  return byNames.page({ ...others, narrow: [...(list.narrow ?? []), ...narrow] })
}

/** The names of the proposed courses, for gaps of any company. One more query per page. */
async function withCourses(gaps: readonly GapRow[]): Promise<GapRow[]> {
  const proposed = gaps.some(({ course_id: id }) => id !== null)
  const courses = proposed ? ((await (await serviceOf(learningService))?.listCourses()) ?? []) : []
  const names = new Map(courses.map(({ id, name }) => [id, name]))
  return gaps.map((gap) => ({ ...gap, course_name: (gap.course_id !== null && names.get(gap.course_id)) || null }))
}

/** The planning: who needs which skill, and by when. */
export const gapList = defineList({
  name: 'skills.gaps',
  title: 'skills.gaps.title',
  access: can('skills.manage'),
  columns: [
    { key: 'by', kind: 'day', label: 'skills.gaps.by', value: (row: GapRow) => row.valid_until ?? row.due_on, sortable: true },
    { key: 'renew_from', kind: 'day', label: 'skills.gaps.renew_from', value: (row) => row.renew_from, visible: false },
    { key: 'name', kind: 'text', label: 'skills.column.name', value: (row) => fullName(row), sortable: true },
    { key: 'skill', kind: 'text', label: 'skills.column.skill', value: (row) => row.skill, sortable: true },
    { key: 'state', kind: 'choice', label: 'skills.column.state', value: (row) => row.state, choices: STATES },
    { key: 'mentor', kind: 'text', label: 'skills.column.mentor', value: (row) => row.mentor },
    { key: 'company', kind: 'text', label: 'skills.column.company', value: (row) => row.company_name },
  ],
  filters: {
    skill: { kind: 'id', label: 'skills.column.skill' },
    state: { kind: 'choice', label: 'skills.column.state', choices: STATES },
    ends: { kind: 'days', label: 'skills.gaps.ends', column: 'coalesce(c.valid_until, c.due_on)', of: 'day', when: 'coming' },
    company: { kind: 'id', label: 'skills.column.company' },
  },
  source: {
    ...rows,
    async page(query) {
      const { data, meta } = await pageOfGaps(query)
      return { data: await withCourses(data), meta }
    },
  },
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
  namesOf: async (ids) => {
    const rows = await db
      .from('skills_cells as c')
      .join('kit_members as m', 'm.id', 'c.membership_id')
      .join('skills_skills as s', 's.id', 'c.skill_id')
      .whereIn('c.id', [...ids])
      .select('c.id', 'm.firstname', 'm.infix', 'm.lastname', 's.name')
    return new Map(
      rows.map(({ id, firstname, infix, lastname, name }) => [id as number, `${fullName({ firstname, infix, lastname })}: ${name}`]),
    )
  },
  actions: [assign],
})

/** The gaps that are being closed: the person has an open course that gives the skill. Two queries per page, and one per course. */
async function underWay(rows: readonly ListedRow[]): Promise<Map<number, number>> {
  const learning = await serviceOf(learningService)
  if (!learning) return new Map()
  const ways: { id: number; membership_id: number; course_id: number }[] = await db
    .from('skills_cells as c')
    .join('skills_sources as o', (on) => on.on('o.company_id', 'c.company_id').andOn('o.skill_id', 'c.skill_id'))
    .whereIn(
      'c.id',
      rows.map(({ id }) => id),
    )
    .whereNotNull('o.course_id')
    .whereRaw(GRANTS_SKILL())
    .select('c.id', 'c.membership_id', 'o.course_id')
  const found = new Map<number, number>()
  for (const course of new Set(ways.map(({ course_id: id }) => id))) {
    const of = ways.filter(({ course_id: id }) => id === course)
    const open = await learning.haveOpen(
      course,
      of.map(({ membership_id: id }) => id),
    )
    for (const { id, membership_id: member } of of) if (open.has(member)) found.set(id, 1)
  }
  return found
}

/** Shown next to the state of a gap: the person already has the course that closes it, so that it is not given twice. */
export const onGaps = extendList(listToken(gapList.name), {
  columns: [
    {
      key: 'skills_under_way',
      kind: 'number',
      label: 'skills.gaps.under_way',
      note: { label: 'skills.gaps.under_way_note', tone: 'info', icon: 'school' },
      load: underWay,
    },
  ],
})
