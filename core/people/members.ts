import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { MemberState } from '../contract/member_states.js'
import type { Role } from '../contract/roles.js'
import type { Narrow } from '../lists/define_list.js'
import type { ListQuery, Page } from '../lists/list_query.js'
import { currentScope } from '../tenancy/scope.js'
import { keptCount } from './kept_count.js'

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

export const MEMBER_SORTS = ['name', 'email', 'company', 'registration_date', 'last_seen', 'progress'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

export interface MemberList extends Omit<ListQuery<MemberSort>, 'per_page'> {
  per_page?: number
  /** Any of them. */
  role?: Role | readonly Role[]
  status?: MemberState | readonly MemberState[]
  company?: number
  /** The row after or before which the page begins: the last or first of the one in sight. */
  after?: number | undefined
  before?: number | undefined
  /** Whom the search finds, where they were looked up already: so few are read by their keys. */
  found?: readonly number[] | undefined
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

// As the indexes of 0006_member_names have them; only what may be null says where nulls go.
export const MEMBER_COLUMN: Record<MemberSort, string> = {
  name: 'm.sort_name',
  email: 'm.email',
  company: 'search_key(c.name)',
  registration_date: 'm.created_at',
  last_seen: 'm.last_seen_at',
  progress: 'm.progress',
}
const MAY_BE_NULL = new Set(['last_seen', 'progress'])
/** @param isMirrored read from the other end: what is null comes first then */
function orderBy(sort: string, isMirrored: boolean): string {
  const name = sort.replace('-', '')
  const isDown = sort.startsWith('-') !== isMirrored
  const nulls = MAY_BE_NULL.has(name) ? ` nulls ${isMirrored ? 'first' : 'last'}` : ''
  return `${MEMBER_COLUMN[name as MemberSort]} ${isDown ? 'desc' : 'asc'}${nulls}, m.id ${isDown ? 'desc' : 'asc'}`
}
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
  if (list.found) query.whereRaw('m.id = any(?::bigint[])', [list.found as number[]])
  else if (list.search) query.whereRaw(`m.id in (select ${searchFunction()}(${SEARCH_KEYS}, null, null, null, null))`, [words(list.search)])
  return filterBy(query, list)
}

// What is read of them comes after the page is cut.
const chosen = (list: MemberList) => narrowTo(db.from('core_memberships as m'), list)

/** How many members are meant, counted now. */
export async function countMembers(list: MemberList): Promise<number> {
  const [row] = await chosen(list).count('* as total')
  return Number(row.total)
}

interface Cut {
  /** The page's ids and what it is ordered by, as `page`. */
  ids: DatabaseQueryBuilderContract
  order: string
}

// Columns whose order the key of a row says. One that may be null is counted off, and so is an address: under a policy
// PostgreSQL compares citext only after it has read the row.
const BY_KEY = new Set(['name', 'registration_date'])

/**
 * A page in the order of an index. The one after or before a page that the person has in sight begins at its last or
 * first row; any other is counted off from the nearer end.
 */
function browsed(list: MemberList, skip: number, perPage: number, total: number): Cut {
  const sort = list.sort ?? 'name'
  const [direction, other] = sort.startsWith('-') ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)
  const [order, mirrored] = [orderBy(sort, false), orderBy(sort, true)]
  const ids = narrowTo(db.from('core_memberships as m'), list).select('m.id')
  if (sort.endsWith('company')) ids.join('core_companies as c', 'c.id', 'm.company_id')
  const anchor = list.after ?? list.before
  if (anchor && BY_KEY.has(sort.replace('-', ''))) {
    const way = list.after ? direction : other
    const column = MEMBER_COLUMN[sort.replace('-', '') as MemberSort]
    const key = `select ${column.replace('m.', 'a.')}, a.id from core_memberships a where a.id = ?`
    ids
      .whereRaw(`(${column}, m.id) ${way === 'asc' ? '>' : '<'} (${key})`, [anchor])
      .orderByRaw(list.after ? order : mirrored)
      .limit(perPage)
    return { ids, order }
  }
  const left = Math.max(total - skip, 0)
  if (skip > total / 2)
    ids
      .orderByRaw(mirrored)
      .offset(Math.max(left - perPage, 0))
      .limit(Math.min(perPage, left))
  else ids.orderByRaw(order).offset(skip).limit(perPage)
  return { ids, order }
}

/** A page of those whom a search finds, the best matches first unless the person sorts, and how many there are: one reading. */
async function searched(list: MemberList, skip: number, perPage: number): Promise<Cut & { total: number }> {
  const { search, company = null, sort = null } = list
  const [roles, states] = [list.role, list.status].map((value) => (value ? valuesOf(value as string | string[]) : null))
  const { rows } = await db.rawQuery<{ rows: { ids: number[]; total: number | string }[] }>(
    `select ids, total from ${findFunction()}(${SEARCH_KEYS}, ?::text[], ?::text[], ?, ?, ?, ?)`,
    [words(search!), roles, states, company, sort, skip, perPage] as string[],
  )
  const { ids, total } = rows[0]!
  return { ...theseIds(ids.map(Number)), total: Number(total) }
}

/** A page that is known already, in its order. */
function theseIds(found: readonly number[]): Cut {
  const ids = db
    .from('core_memberships as m')
    .whereRaw('m.id = any(?)', [found as number[]])
    .select('m.id')
  return { ids, order: `array_position(array[${found.join(', ')}]::bigint[], m.id)` }
}

/** So many are handed on as ids; more are left to the database to join. */
const MOST_FOUND = 5000

/** Whom a search finds, when they are few: counting them and reading a page then costs what they are, and not what the company is. */
async function lookedUp(list: MemberList): Promise<MemberList> {
  const { rows } = await db.rawQuery<{ rows: { id: number }[] }>(`select ${searchFunction()}(${SEARCH_KEYS}, ?, null, null, null) as id`, [
    words(list.search!),
    MOST_FOUND + 1,
  ] as never[])
  return rows.length > MOST_FOUND ? list : { ...list, found: rows.map(({ id }) => Number(id)) }
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
  // Another plugin's filter may leave few of many: then everything that the search finds is looked at.
  if (list.search && !list.narrow?.length) {
    const found = await searched(list, skip, perPage)
    return { data: await read(found, columns), meta: { total: found.total, page, per_page: perPage } }
  }
  const { page: _page, per_page: _size, sort: _sort, columns: _columns, narrow: _narrow, after: _after, before: _before, ...filters } = list
  const wanted = list.search ? await lookedUp(list) : list
  if (wanted.found) {
    // All of them at once: so few are sorted sooner than an index of everybody is walked for them.
    const query = chosen(wanted)
      .select('m.id')
      .orderByRaw(orderBy(list.sort ?? 'name', false))
    if (list.sort?.endsWith('company')) query.join('core_companies as c', 'c.id', 'm.company_id')
    const found = ((await query) as { id: number }[]).map(({ id }) => id)
    const data = await read(theseIds(found.slice(skip, skip + perPage)), columns)
    return { data, meta: { total: found.length, page, per_page: perPage } }
  }
  const total = await keptCount(['members', filters], () => chosen(wanted).count('* as total'))
  const data = await read(browsed(wanted, skip, perPage, total), columns)
  // Whoever stood at the edge of the page before is gone.
  if (!data.length && total > skip && (list.after ?? list.before))
    return listMembers({ ...list, after: undefined, before: undefined }, columns)
  return { data, meta: { total, page, per_page: perPage } }
}

async function read<C extends string>(
  { ids, order }: Cut,
  columns: MemberColumns<C> | undefined,
): Promise<(MemberRow & Record<C, number>)[]> {
  const { sql, bindings } = ids.toSQL()
  const query = members(columns).joinRaw(`join (${sql}) as page on page.id = m.id`, bindings as string[])
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
