import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { MemberState } from '../contract/member_states.js'
import type { Role } from '../contract/roles.js'
import type { Narrow } from '../lists/define_list.js'
import { MOST_COUNTED } from '../lists/large_search.js'
import type { ListQuery, Page } from '../lists/list_query.js'
import { currentScope } from '../tenancy/scope.js'
import { keptCount } from './kept_count.js'
import { type MemberSort, type Statement, besideEdge, isByKey, orderBy } from './member_order.js'

/** A person in a company, as lists show them. */
export interface MemberRow {
  id: number
  company_id: number
  company_name: string
  role: Role
  status: 'active' | 'inactive'
  created_at: Date
  last_seen_at: Date | null
  firstname: string
  lastname: string
  email: string
  /** `yyyy-mm-dd`: a birthday has no time zone. */
  birthdate: string | null
  gender: 'male' | 'female' | 'unknown'
  language: string
  /** Of somebody who was invited and never came in: whether the invitation can still be taken. */
  invitation: 'open' | 'withdrawn' | null
  state: MemberState
  /** Percentage of their courses that they passed; null without any. */
  progress: number | null
}

export interface MemberDetail extends MemberRow {
  registration_type: 'invite' | 'signup' | 'launch'
  receive_emails: boolean
  forward_emails_to: string | null
  entitlements: string[]
  /** Who added them, by name. */
  added_by: string | null
}

export interface MemberList extends Omit<ListQuery<MemberSort>, 'per_page'> {
  per_page?: number
  /** Any of them. */
  role?: Role | readonly Role[]
  status?: MemberState | readonly MemberState[]
  company?: number
  /** The row after or before which the page begins: the last or first of the one in sight. */
  after?: number | undefined
  before?: number | undefined
  /** Conditions of other plugins. */
  narrow?: readonly Narrow[]
  /** Ids that hold them apart in what is counted and kept. */
  [filter: string]: unknown
}

/**
 * What a plugin adds to each member, by name: SQL of its own tables in which
 * `m.id` and `m.company_id` are the member's. Never input.
 */
export type MemberColumns<C extends string> = Readonly<Record<C, string>>

/** Beyond so many matches nobody looks for the best one. */
export const RANKED_MATCHES = 1000
const COLUMNS = ['id', 'company_id', 'role', 'status', 'state', 'progress', 'created_at', 'last_seen_at', 'firstname', 'lastname']

const INVITATION = `case when m.state = 'invited' then 'open' when m.state = 'inactive' and m.registration_type = 'invite'
  and m.last_seen_at is null and m.deactivated_at is null then 'withdrawn' end`

/** Members with what lists show of them, `m` the membership. */
export function members<C extends string>(
  columns: MemberColumns<C> | undefined,
): DatabaseQueryBuilderContract<MemberRow & Record<C, number>> {
  return db
    .from('core_memberships as m')
    .join('core_users as u', 'u.id', 'm.user_id')
    .join('core_companies as c', 'c.id', 'm.company_id')
    .select(COLUMNS.map((name) => `m.${name}`))
    .select('u.gender', 'u.language', 'c.name as company_name')
    .select(db.raw('m.email::text as email'), db.raw('u.birthdate::text as birthdate'), db.raw(`${INVITATION} as invitation`))
    .select(Object.entries<string>(columns ?? {}).map(([name, sql]) => db.raw(`(${sql}) as ${name}`)))
}

const words = (search: string) => search.split(/\s+/).filter(Boolean).slice(0, 8)

const SEARCH_KEYS = '(select array_agg(search_key(word)) from unnest(?::text[]) word)'
const findFunction = () => (currentScope()?.kind === 'across' ? 'core_find_members_across' : 'core_find_members')
const searchFunction = () => (currentScope()?.kind === 'across' ? 'core_search_members_across' : 'core_search_members')

const valuesOf = <T extends string>(value: T | readonly T[]): T[] => (typeof value === 'string' ? [value] : [...value])

/** Conditions on the membership (`m`) but for the search. */
function filterBy<B extends DatabaseQueryBuilderContract<never> | DatabaseQueryBuilderContract>(query: B, list: MemberList): B {
  if (list.role) query.whereIn('m.role', valuesOf(list.role))
  if (list.status) {
    const states = valuesOf(list.status)
    // The indexes have the status, and who is active is so by either.
    if (states.every((state) => state === 'active')) query.where('m.status', 'active')
    else {
      query.whereIn('m.state', states)
      // Said, so that their own small index is taken.
      if (!states.includes('active')) query.whereNot('m.status', 'active')
    }
  }
  if (list.company) query.where('m.company_id', list.company)
  for (const narrow of list.narrow ?? []) narrow(query as never, { id: 'm.id', companyId: 'm.company_id', membershipId: 'm.id' })
  return query
}

/** Says which members are meant, by the membership alone (`m`). */
export function narrowTo<B extends DatabaseQueryBuilderContract<never> | DatabaseQueryBuilderContract>(query: B, list: MemberList): B {
  if (list.search) query.whereRaw(`m.id in (select ${searchFunction()}(${SEARCH_KEYS}, null))`, [words(list.search)])
  return filterBy(query, list)
}

// What is read of them comes after the page is cut.
const chosen = (list: MemberList) => narrowTo(db.from('core_memberships as m'), list)

/**
 * Whom a search means, as a condition on a column that names members: of rows about people that have no text of their own. Few are ids, by which an
 * index serves; many are asked for in place.
 * @param column in SQL, never input
 * @param few up to so many are ids
 */
export async function memberCondition(column: string, search: string, few = RANKED_MATCHES): Promise<{ sql: string; values: unknown[] }> {
  const found = `select ${searchFunction()}(${SEARCH_KEYS}, ?) as id`
  const { rows } = await db.rawQuery<{ rows: { id: number | string }[] }>(found, [words(search), few + 1] as never)
  if (rows.length > few) return { sql: `${column} in (select ${searchFunction()}(${SEARCH_KEYS}, null))`, values: [words(search)] }
  return { sql: `${column} = any(?::bigint[])`, values: [rows.map(({ id }) => Number(id))] }
}

/** How many members are meant, counted now. */
export async function countMembers(list: MemberList): Promise<number> {
  const [row] = await chosen(list).count('* as total')
  return Number(row.total)
}

interface Cut {
  /** The page's ids and what they are ordered by. */
  ids: Statement
  order: string
}

/**
 * A page in the order of an index. The one after or before a page that the person has in sight begins at its last or
 * first row; any other is counted off from the nearer end.
 */
function browsed(list: MemberList, skip: number, perPage: number, total: number): Cut {
  const sort = list.sort ?? 'name'
  const [order, mirrored] = [orderBy(sort, false), orderBy(sort, true)]
  const row = list.after ?? list.before
  if (row && isByKey(sort)) return { ids: besideEdge(() => chosen(list), sort, { row, isBefore: !list.after, limit: perPage }), order }
  const ids = chosen(list).select('m.id')
  if (sort.endsWith('company')) ids.join('core_companies as c', 'c.id', 'm.company_id')
  const left = Math.max(total - skip, 0)
  if (skip > total / 2)
    ids
      .orderByRaw(mirrored)
      .offset(Math.max(left - perPage, 0))
      .limit(Math.min(perPage, left))
  else ids.orderByRaw(order).offset(skip).limit(perPage)
  return { ids: ids.toSQL(), order }
}

interface Found extends Cut {
  total: number
  /** There are more, whom nobody counted. */
  hasMore: boolean
}

/** A page of those whom a search finds, the best matches first unless the person sorts, and how many there are: one reading. */
async function searched(list: MemberList, skip: number, perPage: number): Promise<Found> {
  const { search, company = null, sort = null } = list
  const [roles, states] = [list.role, list.status].map((value) => (value ? valuesOf(value as string | string[]) : null))
  const { rows } = await db.rawQuery<{ rows: { ids: number[]; total: number | string | null }[] }>(
    `select ids, total from ${findFunction()}(${SEARCH_KEYS}, ?::text[], ?::text[], ?, ?, ?, ?)`,
    [words(search!), roles, states, company, sort, skip, perPage] as string[],
  )
  const { ids, total } = rows[0]!
  const hasMore = total === null
  return { ...theseIds(ids.map(Number)), total: hasMore ? MOST_COUNTED : Number(total), hasMore }
}

/** A page that is known already, in its order. */
function theseIds(found: readonly number[]): Cut {
  const ids = db
    .from('core_memberships as m')
    .whereRaw('m.id = any(?)', [found as number[]])
    .select('m.id')
    .toSQL()
  return { ids, order: `array_position(array[${found.join(', ')}]::bigint[], m.id)` }
}

/** Up to so many ids go to the database and back sooner than it joins what it cannot tell the number of. */
const FEW_IDS = 5000

/** The same under another plugin's filter, which may leave few of many: whom the search finds are joined with it, and counted as they are read. */
async function searchedWithin(list: MemberList, skip: number, perPage: number): Promise<Found> {
  const found = await memberCondition('m.id', list.search!, FEW_IDS)
  const query = filterBy(db.from('core_memberships as m'), list)
    .whereRaw(found.sql, found.values as never)
    .select('m.id', db.raw('count(*) over () as total'))
    .orderByRaw(orderBy(list.sort ?? 'name', false))
    .offset(skip)
    .limit(perPage)
  if (list.sort?.endsWith('company')) query.join('core_companies as c', 'c.id', 'm.company_id')
  const rows = (await query) as { id: number; total: number | string }[]
  // A page past the end says nothing of the others.
  const total = rows.length || !skip ? Number(rows[0]?.total ?? 0) : await countMembers(list)
  return { ...theseIds(rows.map(({ id }) => id)), total: Math.min(total, MOST_COUNTED), hasMore: total > MOST_COUNTED }
}

/**
 * The people of the running scope: a company's, or everybody's in work across
 * companies. A search without a sort of one's own puts the best matches first.
 * @param columns what a plugin adds to each row
 */
export async function listMembers<C extends string = never>(
  list: MemberList,
  columns?: MemberColumns<C>,
): Promise<Page<MemberRow & Record<C, number>>> {
  const page = list.page ?? 1
  const perPage = list.per_page ?? 25
  const skip = (page - 1) * perPage
  if (list.search) {
    const found = await (list.narrow?.length ? searchedWithin : searched)(list, skip, perPage)
    const meta = { total: found.total, page, per_page: perPage, ...(found.hasMore && { more: true as const }) }
    return { data: await read(found, columns), meta }
  }
  const { page: _page, per_page: _size, sort: _sort, columns: _columns, narrow: _narrow, after: _after, before: _before, ...filters } = list
  const total = await keptCount(['members', filters], () => chosen(list).count('* as total'))
  const data = await read(browsed(list, skip, perPage, total), columns)
  // Whoever stood at the edge of the page before is gone.
  if (!data.length && total > skip && (list.after ?? list.before))
    return listMembers({ ...list, after: undefined, before: undefined }, columns)
  return { data, meta: { total, page, per_page: perPage } }
}

async function read<C extends string>(
  { ids, order }: Cut,
  columns: MemberColumns<C> | undefined,
): Promise<(MemberRow & Record<C, number>)[]> {
  const query = members(columns).joinRaw(`join (${ids.sql}) as page on page.id = m.id`, ids.bindings as string[])
  return (await query.orderByRaw(order)) as (MemberRow & Record<C, number>)[]
}

/** One member of the running scope, or null: another company's is not there. */
export async function findMember<C extends string = never>(
  id: number | string,
  columns?: MemberColumns<C>,
): Promise<(MemberDetail & Record<C, number>) | null> {
  return members(columns)
    .leftJoin('core_users as a', 'a.id', 'm.added_by')
    .where('m.id', id)
    .select('m.registration_type', 'm.receive_emails', 'm.forward_emails_to', 'm.entitlements')
    .select(db.raw(`a.firstname || ' ' || a.lastname as added_by`))
    .first() as Promise<(MemberDetail & Record<C, number>) | null>
}

/** Whether a membership is of the running company. @param trx looks inside a transaction */
export async function isMember(id: number, trx?: TransactionClientContract): Promise<boolean> {
  return (await (trx ?? db).from('core_memberships').where('id', id).select('id').first()) !== null
}
