import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { MemberOrder } from '../contract/lists.js'
import type { MemberState } from '../contract/member_states.js'
import type { Role } from '../contract/roles.js'
import type { Narrow } from '../lists/define_list.js'
import type { ListQuery } from '../lists/list_query.js'
import { type MemberLine, type MemberSort, lineOf } from './member_order.js'

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
  infix: string | null
  lastname: string
  /** Null for a person without an e-mail address. */
  email: string | null
  /** `yyyy-mm-dd`: a birthday has no time zone. */
  birthdate: string | null
  gender: 'male' | 'female' | 'unknown'
  language: string
  /** For an invited person who never signed in: whether the invitation is still valid. */
  invitation: 'open' | 'withdrawn' | null
  state: MemberState
  /** For a person who signs in by personnel number: whether the code was issued by a supervisor or chosen by the person. */
  code_kind: 'issued' | 'own' | null
  /** Percentage of their courses that they passed; null without courses. */
  progress: number | null
}

export interface MemberDetail extends MemberRow {
  registration_type: 'invite' | 'signup' | 'launch'
  receive_emails: boolean
  forward_emails_to: string | null
  entitlements: string[]
  /** The name of the person who added them. */
  added_by: string | null
}

export interface MemberList extends Omit<ListQuery<MemberSort>, 'per_page'> {
  per_page?: number
  /** The order, when `sort` names a column of another plugin. */
  order?: MemberOrder
  /** Any of these statuses. */
  role?: Role | readonly Role[]
  status?: MemberState | readonly MemberState[]
  company?: number
  /** The last or first row in sight, after or before which the page starts. */
  after?: number | undefined
  before?: number | undefined
  /** Conditions of other plugins. */
  narrow?: readonly Narrow[]
  /** A key that tells the filters apart in cached counts. */
  [filter: string]: unknown
}

/**
 * Columns that a plugin adds to each member, by name: SQL of its own tables in which `m.id` and `m.company_id` are the member's. Never
 * input.
 */
export type MemberColumns<C extends string> = Readonly<Record<C, string>>

const COLUMNS = ['id', 'company_id', 'role', 'status', 'state', 'progress', 'created_at', 'last_seen_at', 'firstname', 'infix', 'lastname']

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
    .select('u.gender', 'u.language', 'u.code_kind', 'c.name as company_name')
    .select(db.raw(`nullif(m.email, '') as email`), db.raw('u.birthdate::text as birthdate'), db.raw(`${INVITATION} as invitation`))
    .select(Object.entries<string>(columns ?? {}).map(([name, sql]) => db.raw(`(${sql}) as ${name}`)))
}

/** The default order of people. */
const MEMBERSHIPS = lineOf({})

export const valuesOf = <T extends string>(value: T | readonly T[]): T[] => (typeof value === 'string' ? [value] : [...value])

/**
 * Conditions on the membership (`m`), without the search.
 * @param line the table that also has role, status and company; conditions on it avoid reading memberships
 * @internal lists use `narrowTo`
 */
export function filterBy<B extends DatabaseQueryBuilderContract<never> | DatabaseQueryBuilderContract>(
  query: B,
  list: MemberList,
  { alias, id }: Pick<MemberLine, 'alias' | 'id'> = MEMBERSHIPS,
): B {
  if (list.role) query.whereIn(`${alias}.role`, valuesOf(list.role))
  if (list.status) {
    const states = valuesOf(list.status)
    // The indexes of memberships include the status; an active person may match either form.
    if (alias === 'm' && states.every((state) => state === 'active')) query.where('m.status', 'active')
    else {
      query.whereIn(`${alias}.state`, states)
      // Stated so that the small partial index is used.
      if (alias === 'm' && !states.includes('active')) query.whereNot('m.status', 'active')
    }
  }
  const companyId = `${alias}.company_id`
  if (list.company) query.where(companyId, list.company)
  for (const narrow of list.narrow ?? []) narrow(query as never, { id, companyId, membershipId: id })
  return query
}

/** A member of the running scope; null for another company's. @typeParam R as `membersSource` */
export async function findMember<C extends string = never, R = Record<C, number>>(
  id: number | string,
  columns?: MemberColumns<C>,
): Promise<(MemberDetail & R) | null> {
  return members(columns)
    .leftJoin('core_users as a', 'a.id', 'm.added_by')
    .where('m.id', id)
    .select('m.registration_type', 'm.receive_emails', 'm.forward_emails_to', 'm.entitlements')
    .select(db.raw(`core_full_name(a.firstname, a.infix, a.lastname) as added_by`))
    .first() as Promise<(MemberDetail & R) | null>
}

/** Whether a membership belongs to the running company. @param trx checks inside a transaction */
export async function isMember(id: number, trx?: TransactionClientContract): Promise<boolean> {
  return (await (trx ?? db).from('core_memberships').where('id', id).select('id').first()) !== null
}
