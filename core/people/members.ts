import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
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
}

export interface MemberDetail extends MemberRow {
  registration_type: 'invite' | 'signup' | 'launch'
  receive_emails: boolean
  forward_emails_to: string | null
  entitlements: string[]
  /** Who added them, by name. */
  added_by: string | null
}

export const MEMBER_SORTS = ['name', 'email', 'company', 'registration_date', 'last_seen'] as const
export type MemberSort = (typeof MEMBER_SORTS)[number]

export interface MemberList extends Omit<ListQuery<MemberSort>, 'per_page'> {
  per_page?: number
  role?: Role
  status?: 'active' | 'inactive'
  company?: number
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
}
const orderBy = (sort: string, direction: string) =>
  `${MEMBER_COLUMN[sort.replace('-', '') as MemberSort]} ${direction}${sort.endsWith('last_seen') ? ' nulls last' : ''}`
/** Beyond so many matches nobody looks for the best one. */
export const RANKED_MATCHES = 1000
const COLUMNS = ['id', 'company_id', 'role', 'status', 'created_at', 'last_seen_at', 'firstname', 'lastname']

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
    .select(db.raw('m.email::text as email'), db.raw('u.birthdate::text as birthdate'))
    .select(Object.entries<string>(columns ?? {}).map(([name, sql]) => db.raw(`(${sql}) as ${name}`)))
}

const words = (search: string) => search.split(/\s+/).filter(Boolean).slice(0, 8)

/** Says which members are meant, by the membership alone (`m`). */
export function narrowTo<B extends DatabaseQueryBuilderContract<never> | DatabaseQueryBuilderContract>(query: B, list: MemberList): B {
  if (list.role) query.where('m.role', list.role)
  if (list.status) query.where('m.status', list.status)
  if (list.company) query.where('m.company_id', list.company)
  if (list.search) {
    const search = currentScope()?.kind === 'across' ? 'core_search_members_across' : 'core_search_members'
    query.whereRaw(`m.id in (select ${search}((select array_agg(search_key(word)) from unnest(?::text[]) word)))`, [words(list.search)])
  }
  for (const narrow of list.narrow ?? []) narrow(query as never, { id: 'm.id', companyId: 'm.company_id' })
  return query
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

/** A page of everybody: cut by an index, whose second half is read from its end, so that no page is further away than the middle. */
function browsed(list: MemberList, skip: number, perPage: number, total: number): Cut {
  const sort = list.sort ?? 'name'
  const [direction, other] = sort.startsWith('-') ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const)
  const order = (way: string) => `${orderBy(sort, way)}, m.id ${way}`
  const ids = chosen(list).select('m.id')
  if (sort.endsWith('company')) ids.join('core_companies as c', 'c.id', 'm.company_id')
  const left = Math.max(total - skip, 0)
  if (skip > total / 2)
    ids
      .orderByRaw(order(other))
      .offset(Math.max(left - perPage, 0))
      .limit(Math.min(perPage, left))
  else ids.orderByRaw(order(direction)).offset(skip).limit(perPage)
  return { ids, order: order(direction) }
}

/** A page of those that a search finds, with how many they are: the search itself runs once. */
function searched(list: MemberList, search: string, skip: number, perPage: number): Cut {
  const sort = list.sort ?? 'name'
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const found = chosen(list).select('m.*', db.raw('count(*) over () as total')).as('m')
  const rank = `case when m.total <= ${RANKED_MATCHES} then word_similarity(search_key(?), m.search_text) end as match`
  const own = `${orderBy(sort, direction)}, m.id ${direction}`
  const ids = db.from(found).select('m.id', 'm.total', db.raw(rank, [search]))
  if (sort.endsWith('company')) ids.join('core_companies as c', 'c.id', 'm.company_id')
  ids
    .orderByRaw(list.sort ? own : `match desc nulls last, ${own}`)
    .offset(skip)
    .limit(perPage)
  return { ids, order: list.sort ? own : `page.match desc nulls last, ${own}` }
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
  const { search } = list
  const { page: _page, per_page: _size, sort: _sort, columns: _columns, narrow: _narrow, ...filters } = list
  const count = () => keptCount(['members', filters], () => chosen(list).count('* as total'))

  const known = search ? null : await count()
  const { ids, order } = search ? searched(list, search, skip, perPage) : browsed(list, skip, perPage, known!)
  const { sql, bindings } = ids.toSQL()
  const query = members(columns).joinRaw(`join (${sql}) as page on page.id = m.id`, bindings as string[])
  if (search) query.select('page.total as found')
  const data = (await query.orderByRaw(order)) as (MemberRow & Record<C, number> & { found?: number })[]
  // Past the last page nothing says how many there are.
  const total = known ?? data[0]?.found ?? (skip ? await count() : 0)
  return { data, meta: { total, page, per_page: perPage } }
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
