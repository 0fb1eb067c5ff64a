import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { MEMBER_STATE_WORDS } from '#core/contract/member_states'
import type { CellValue } from '#core/contract/lists'
import { today } from '#core/kit/days'
import { conditionOf, defineList, type ListRequest, type ListSource } from '#core/kit/lists'
import { currentScopeCompany } from '#core/kit/scope'
import { LargeResults } from '#core/kit/cache'
import { countedStatement, namesStatement } from './course_counts.js'
import { type MemberRow, memberNames, membersSource } from '#core/kit/people'
import { textIn, translate } from '#core/kit/words'
import { PARTICIPATION_STATUSES, type ParticipationStatus } from '../../contract/states.js'
import { COUNTS, OVERDUE, STATUS_NOW } from './participation_sql.js'

export interface CellRow {
  id: number
  membership_id: number
  course_id: number
  status: ParticipationStatus
  progress: number
  grade: number | null
  due_at: string | null
  mandatory: boolean
  expires_at: Date | null
  finished_at: Date | null
  /** Open, and the due day is past. */
  overdue: boolean
}

export type TotalsRow = MemberRow & { cells: ReadonlyMap<number, CellRow> }

/**
 * The filters as conditions on a participation `p`, with their values. The day is a parameter, because people's days follow the platform's
 * clock.
 */
export function cellConditions({ course, state, mandatory, overdue }: ListRequest): { sql: string; values: (string | number)[] } {
  const parts: string[] = ['p.current']
  const values: (string | number)[] = []
  const and = (sql: string, ...more: (string | number)[]) => {
    parts.push(sql)
    values.push(...more)
  }
  if (course) and('p.course_id = ?', course as number)
  if (state) and(`${STATUS_NOW} in (${(state as string[]).map(() => '?').join(', ')})`, ...(state as string[]))
  if (mandatory !== undefined) and('p.mandatory = ?::boolean', String(mandatory))
  if (overdue !== undefined) and(overdue ? OVERDUE : `not coalesce(${OVERDUE}, false)`, today())
  return { sql: parts.join(' and '), values }
}

/**
 * The conditions for counting people who have a course, in the number of people and in the heading. Cancelled participations do not count
 * unless the filter asks for them; their cell is still shown.
 */
function countedConditions(query: ListRequest): ReturnType<typeof cellConditions> {
  const { sql, values } = cellConditions(query)
  return { sql: query.state === undefined ? `${sql} and ${COUNTS}` : sql, values }
}

const isNarrowed = ({ course, state, mandatory, overdue }: ListRequest) =>
  course !== undefined || state !== undefined || mandatory !== undefined || overdue !== undefined

/** The query for the list of members: participants, active ones by default, with the filters as conditions on their participations. */
function asMembers(query: ListRequest): ListRequest {
  const { course: _course, state: _state, mandatory: _mandatory, overdue: _overdue, status, ...rest } = query
  const { sql, values } = countedConditions(query)
  return {
    ...rest,
    role: 'leerling',
    status: status ?? ['active'],
    // Counts are cached by the members' own filters (members.ts). These filters are not among them, so they are added to the key.
    totals: JSON.stringify([sql, values]),
    narrow: [
      ...(query.narrow ?? []),
      (builder, { id, companyId }) => {
        if (isNarrowed(query))
          builder.whereRaw(
            `exists (select 1 from learning_participations p where p.company_id = ${companyId} and p.membership_id = ${id} and ${sql})`,
            values,
          )
      },
    ],
  }
}

interface Statement {
  sql: string
  values: (string | number | number[])[]
}

/** The latest participation of these members in each course, as far as the filters match. */
export function cellsStatement(members: readonly { id: number; company_id: number }[], query: ListRequest): Statement {
  const { sql, values } = cellConditions(query)
  return {
    sql: `select p.id, p.membership_id, p.course_id, ${STATUS_NOW} as status, p.progress, p.grade, p.due_at, p.mandatory, p.expires_at,
            p.finished_at, coalesce(${OVERDUE}, false) as overdue
       from unnest(?::bigint[], ?::bigint[]) as m(company_id, id)
       join learning_participations p on p.company_id = m.company_id and p.membership_id = m.id
      where ${sql}`,
    // Passed as pairs, so that each person is looked up in their own index: a page of a company of 100,000 does not read the whole company.
    values: [today(), members.map(({ company_id: id }) => id), members.map(({ id }) => id), ...values],
  }
}

/** Adds the members' participations. One query for any number of members. */
async function cellsOf(members: readonly MemberRow[], query: ListRequest): Promise<TotalsRow[]> {
  if (!members.length) return []
  const { sql, values } = cellsStatement(members, query)
  const { rows } = await db.rawQuery<{ rows: CellRow[] }>(sql, values as never[])
  const byMember = new Map<number, Map<number, CellRow>>()
  for (const row of rows) {
    const cells = byMember.get(row.membership_id) ?? new Map<number, CellRow>()
    byMember.set(row.membership_id, cells.set(row.course_id, row))
  }
  return members.map((member) => ({ ...member, cells: byMember.get(member.id) ?? new Map() }))
}

const people = membersSource()

const source: ListSource<TotalsRow> = {
  ofPeople: true,
  async page(query) {
    const { data, meta } = await people.page(asMembers(query))
    return { data: await cellsOf(data as MemberRow[], query), meta }
  },
  count: (query) => people.count(asMembers(query)),
  async *batches(query) {
    for await (const rows of people.batches(asMembers(query))) yield cellsOf(rows as MemberRow[], query)
  },
  ids: (query, past, limit, only) => people.ids(asMembers(query), past, limit, only),
}

export interface TotalsCourse {
  id: number
  name: Record<string, string>
  people: number
  passed: number
  overdue: number
}

/** The courses that any of these people have, with counts. */
export function coursesStatement(query: ListRequest): Statement {
  const { sql, values } = countedConditions(query)
  const people = conditionOf(query.narrow ?? [], { id: 'm.id', companyId: 'm.company_id', membershipId: 'm.id' })
  const statuses = (query.status as string[] | undefined) ?? ['active']
  return {
    sql: `select n.course_id as id, v.name, n.people, n.passed, n.overdue
       from (select p.course_id, count(*)::int as people, count(*) filter (where p.status = 'passed')::int as passed,
                    count(*) filter (where ${OVERDUE})::int as overdue
               from learning_participations p
               join kit_members m on m.id = p.membership_id and m.company_id = p.company_id and m.role = 'leerling'
                and m.state in (${statuses.map(() => '?').join(', ')})
              where ${sql} ${query.company ? 'and p.company_id = ?' : ''} and ${people.sql}
              group by p.course_id) n
       cross join lateral (select name from learning_course_versions v where v.course_id = n.course_id and v.published_at is not null
                            order by v.number desc limit 1) v`,
    values: [today(), ...statuses, ...values, ...(query.company ? [query.company as number] : []), ...people.values],
  }
}

/** Whether the counts of the triggers answer the query: active participants, all of them or those with one course. */
function isCounted({ state, mandatory, overdue, status, narrow }: ListRequest): boolean {
  const active = status === undefined || (Array.isArray(status) && status.length === 1 && status[0] === 'active')
  return active && state === undefined && mandatory === undefined && overdue === undefined && !narrow?.length
}

async function ask({ sql, values }: Statement): Promise<TotalsCourse[]> {
  const answer = await db.rawQuery<{ rows: TotalsCourse[] }>(sql, values as never[])
  return answer.rows
}

// Filtered queries are counted and cached. Between two pages of 100,000 people the numbers need not be exact; small results are counted
// each time.
const counted = new LargeResults<TotalsCourse[]>((courses) => courses.reduce((sum, { people }) => sum + people, 0))

function coursesOf(query: ListRequest): Promise<TotalsCourse[]> {
  const [company, course] = [(query.company as number) ?? null, (query.course as number) ?? null]
  if (!isCounted(query)) {
    const statement = coursesStatement(query)
    return counted.get([statement.sql, statement.values], () => ask(statement))
  }
  const everywhere = company === null && currentScopeCompany() === null
  return ask(everywhere ? namesStatement(course) : countedStatement(today(), company, course))
}

/**
 * The columns of /totaal, by name, with their numbers. At most one query.
 * @param query the list's own, so that numbers and cells cover the same people
 */
export async function totalsCourses(query: ListRequest, language: string): Promise<TotalsCourse[]> {
  const rows = await coursesOf(query)
  return [...rows].sort((a, b) => textIn(a.name, language).localeCompare(textIn(b.name, language), language))
}

const STATE = Object.fromEntries(PARTICIPATION_STATUSES.map((status) => [status, `learning.status.participation.${status}`]))

/** The text of a cell in a file: the status in words, with the other details of the screen. */
function inWords(cell: CellRow | undefined, language: string): CellValue {
  if (!cell) return null
  const parts = [translate(language, STATE[cell.status]!)]
  if (cell.status === 'busy') parts.push(`${cell.progress}%`)
  if (cell.grade !== null && (cell.status === 'passed' || cell.status === 'failed')) parts.push(`${cell.grade}%`)
  if (cell.overdue) parts.push(translate(language, 'learning.totals.overdue'))
  return parts.join(', ')
}

/** /totaal: people by courses. On the screen a matrix; in the file the same, with one column per course. */
export const totals = defineList({
  name: 'learning.totals',
  title: 'learning.totals.title',
  access: can('learning.progress.view'),
  columns: [
    {
      key: 'name',
      kind: 'text',
      label: 'learning.totals.name',
      value: (row: TotalsRow) => fullName(row),
      sortable: true,
    },
    { key: 'email', kind: 'text', label: 'learning.totals.email', value: (row) => row.email, sortable: true },
    { key: 'company', kind: 'text', label: 'learning.totals.company', value: (row) => row.company_name },
  ],
  columnsOf: async (query, language) =>
    (await totalsCourses(query, language)).map(({ id, name }) => ({
      key: `course_${id}`,
      kind: 'text',
      header: textIn(name, language),
      value: (row: TotalsRow) => inWords(row.cells.get(id), language),
    })),
  filters: {
    course: { kind: 'id', label: 'learning.totals.course' },
    state: { kind: 'choice', label: 'learning.totals.state', choices: STATE },
    mandatory: { kind: 'flag', label: 'learning.totals.mandatory' },
    overdue: { kind: 'flag', label: 'learning.totals.overdue' },
    status: {
      kind: 'choice',
      label: 'learning.totals.member_status',
      choices: MEMBER_STATE_WORDS,
    },
    company: { kind: 'id', label: 'learning.totals.company' },
  },
  source,
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
  namesOf: memberNames,
})
