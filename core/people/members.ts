import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { Role } from '../contract/roles.js'
import { type ListQuery, pageOf } from '../http/list_query.js'

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
}

const SORT = {
  name: `search_key(u.firstname || ' ' || u.lastname)`,
  email: 'u.email',
  company: 'search_key(c.name)',
  registration_date: 'm.created_at',
  last_seen: 'm.last_seen_at',
  match: 'match',
} as const
const COLUMNS = ['id', 'company_id', 'role', 'status', 'created_at', 'last_seen_at'].map((name) => `m.${name}`)

const members = (): DatabaseQueryBuilderContract<MemberRow> =>
  db
    .from('core_memberships as m')
    .join('core_users as u', 'u.id', 'm.user_id')
    .join('core_companies as c', 'c.id', 'm.company_id')
    .select(COLUMNS)
    .select('u.firstname', 'u.lastname', 'u.gender', 'u.language', 'c.name as company_name')
    .select(db.raw('u.email::text as email'), db.raw('u.birthdate::text as birthdate'))

/**
 * What a plugin adds to each member, by name: SQL of its own tables in which
 * `m.id` and `m.company_id` are the member's. Never input.
 */
export type MemberColumns<C extends string> = Readonly<Record<C, string>>

function withColumns<C extends string>(columns: MemberColumns<C> | undefined): DatabaseQueryBuilderContract<MemberRow & Record<C, number>> {
  const added = Object.entries<string>(columns ?? {}).map(([name, sql]) => db.raw(`(${sql}) as ${name}`))
  return members().select(added) as DatabaseQueryBuilderContract<MemberRow & Record<C, number>>
}

/**
 * The people of the running scope: a company's, or everybody's in work across
 * companies. A search without a sort of one's own puts the best matches first.
 */
export async function listMembers<C extends string = never>(list: MemberList, columns?: MemberColumns<C>) {
  const query = withColumns(columns)
  if (list.role) query.where('m.role', list.role)
  if (list.status) query.where('m.status', list.status)
  if (list.company) query.where('m.company_id', list.company)
  if (list.search) query.select(db.raw('word_similarity(search_key(?), u.search_text) as match', [list.search]))
  return pageOf<MemberRow & Record<C, number>, keyof typeof SORT>(query, list as ListQuery<keyof typeof SORT>, {
    sort: SORT,
    defaultSort: list.search ? '-match' : 'name',
    search: 'u.search_text',
    key: 'm.id',
  })
}

/** One member of the running scope, or null: another company's is not there. */
export async function findMember<C extends string = never>(
  id: number | string,
  columns?: MemberColumns<C>,
): Promise<(MemberDetail & Record<C, number>) | null> {
  return withColumns(columns)
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
