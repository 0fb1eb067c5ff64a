import { fullName } from '#core/contract/full_name'
import db from '@adonisjs/lucid/services/db'
import { can } from '#core/contract/access'
import { MEMBER_STATE_WORDS } from '#core/contract/member_states'
import { conditionOf, defineList, type ListRequest, type ListSource } from '#core/kit/lists'
import { memberNames, type MemberRow, membersSource } from '#core/kit/people'
import { translate } from '#core/kit/words'
import { type Origin, SKILL_STATES, type SkillState } from '../../contract/index.js'
import { STATE, stateDays } from '../services/states.js'

export interface CellRow {
  membership_id: number
  skill_id: number
  state: SkillState
  required: boolean
  origin: Origin | null
  valid_until: string | null
  due_on: string | null
}
export type MatrixRow = MemberRow & { cells: ReadonlyMap<number, CellRow> }
type Values = (string | number)[]

/** The condition that the filters put on a cell `c`. */
function cellCondition({ skill, state }: ListRequest): { sql: string; values: Values } {
  const parts: string[] = []
  const values: Values = []
  if (skill) {
    parts.push('c.skill_id = ?')
    values.push(skill as number)
  }
  if (state) {
    parts.push(`${STATE} in (${(state as string[]).map(() => '?').join(', ')})`)
    values.push(...stateDays(), ...(state as string[]))
  }
  return { sql: parts.join(' and ') || 'true', values }
}

/** The members query: participants, active ones by default, who have a cell that matches the filters. */
function asMembers(query: ListRequest): ListRequest {
  const { skill: _skill, state, status, ...rest } = query
  const { sql, values } = cellCondition(query)
  return {
    ...rest,
    role: 'leerling',
    status: status ?? ['active'],
    // Counts are cached by the filters of core/people/members.ts. These are not among them, so they are part of the key.
    skills: JSON.stringify([sql, values]),
    narrow: [
      ...(query.narrow ?? []),
      (builder, { id, companyId }) => {
        // A skill alone narrows the columns; people without a state in it are still shown.
        if (state)
          builder.whereRaw(
            `exists (select 1 from skills_cells c where c.company_id = ${companyId} and c.membership_id = ${id} and ${sql})`,
            values,
          )
      },
    ],
  }
}

async function withCells(members: readonly MemberRow[], { skill }: ListRequest): Promise<MatrixRow[]> {
  if (!members.length) return []
  const { rows } = await db.rawQuery<{ rows: CellRow[] }>(
    `select c.membership_id, c.skill_id, ${STATE} as state, c.required, c.origin, c.valid_until, c.due_on
       from unnest(?::bigint[], ?::bigint[]) m(company_id, id)
       join skills_cells c on c.company_id = m.company_id and c.membership_id = m.id
      where ${skill ? 'c.skill_id = ?' : 'true'}`,
    [...stateDays(), members.map(({ company_id: id }) => id), members.map(({ id }) => id), ...(skill ? [skill as number] : [])] as never[],
  )
  const of = new Map<number, Map<number, CellRow>>()
  for (const row of rows) {
    const cells = of.get(row.membership_id) ?? new Map<number, CellRow>()
    of.set(row.membership_id, cells.set(row.skill_id, row))
  }
  return members.map((member) => ({ ...member, cells: of.get(member.id) ?? new Map() }))
}

const people = membersSource()

const source: ListSource<MatrixRow> = {
  ofPeople: true,
  async page(query) {
    const { data, meta } = await people.page(asMembers(query))
    return { data: await withCells(data as MemberRow[], query), meta }
  },
  count: (query) => people.count(asMembers(query)),
  async *batches(query) {
    for await (const rows of people.batches(asMembers(query))) yield withCells(rows as MemberRow[], query)
  },
  ids: (query, past, limit, only) => people.ids(asMembers(query), past, limit, only),
}

export interface SkillColumn {
  id: number
  name: string
  company: string
  company_id: number
  required: number
  met: number
  held: number
}

/** The columns: every skill, with how many people need it and how many of them have it. One query. @param query the list's own */
export async function skillColumns(query: ListRequest): Promise<SkillColumn[]> {
  const who = conditionOf(query.narrow ?? [], { id: 'm.id', companyId: 'm.company_id', membershipId: 'm.id' })
  const status = (query.status as string[] | undefined) ?? ['active']
  const { rows } = await db.rawQuery<{ rows: SkillColumn[] }>(
    `select s.id, s.name, s.company_id, k.name as company, coalesce(n.required, 0) as required, coalesce(n.met, 0) as met, coalesce(n.held, 0) as held
       from skills_skills s join kit_companies k on k.id = s.company_id
       left join (
         select c.skill_id, count(*) filter (where c.required)::int as required, count(*) filter (where c.counts)::int as held,
                count(*) filter (where c.required and c.counts)::int as met
           from (select c.*, c.origin is not null and (c.valid_until is null or c.valid_until >= ?::date) as counts from skills_cells c) c
           join kit_members m on m.company_id = c.company_id and m.id = c.membership_id and m.role = 'leerling'
                and m.state in (${status.map(() => '?').join(', ')})
          where ${who.sql}
          group by c.skill_id) n on n.skill_id = s.id
      where ${query.company ? 's.company_id = ?' : 'true'} and ${query.skill ? 's.id = ?' : 'true'}
      order by s.search_text, s.id limit 1000`,
    [
      stateDays()[0],
      ...status,
      ...who.values,
      ...(query.company ? [query.company as number] : []),
      ...(query.skill ? [query.skill as number] : []),
    ],
  )
  return rows
}

const WORDS = Object.fromEntries(SKILL_STATES.map((state) => [state, `skills.state.${state}`]))

/** /skills: people against skills. A matrix on the screen; the file has a column per skill. */
export const matrix = defineList({
  name: 'skills.matrix',
  title: 'skills.title',
  access: can('skills.manage'),
  columns: [
    {
      key: 'name',
      kind: 'text',
      label: 'skills.column.name',
      value: (row: MatrixRow) => fullName(row),
      sortable: true,
    },
    { key: 'email', kind: 'text', label: 'skills.column.email', value: (row) => row.email, sortable: true },
    { key: 'company', kind: 'text', label: 'skills.column.company', value: (row) => row.company_name },
  ],
  columnsOf: async (query, language) =>
    (await skillColumns(query)).map(({ id, name }) => ({
      key: `skill_${id}`,
      kind: 'text',
      header: name,
      value: (row: MatrixRow) => {
        const cell = row.cells.get(id)
        if (!cell) return null
        const state = translate(language, `skills.state.${cell.state}`)
        return cell.valid_until ? `${state} (${cell.valid_until})` : state
      },
    })),
  filters: {
    skill: { kind: 'id', label: 'skills.column.skill' },
    state: { kind: 'choice', label: 'skills.column.state', choices: WORDS },
    status: {
      kind: 'choice',
      label: 'skills.column.status',
      choices: MEMBER_STATE_WORDS,
    },
    company: { kind: 'id', label: 'skills.column.company' },
  },
  source,
  idOf: (row) => row.id,
  companyOf: (row) => row.company_id,
  namesOf: memberNames,
})
