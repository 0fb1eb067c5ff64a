import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

export const GROUP_KINDS = ['location', 'department', 'function', 'project'] as const
export type GroupKind = (typeof GROUP_KINDS)[number]

/** The ways to become a member of a group; a rule takes precedence over the others. */
export const ORIGINS = ['hand', 'import', 'rule'] as const
export type Origin = (typeof ORIGINS)[number]

/** The filter over people, in addresses and queries. */
export const GROUP_FILTER = 'groups_group'

/** The person who uploaded a file: a membership or an admin. */
export interface ImportedBy {
  readonly membershipId: number | null
  readonly companyId: number | null
}

/** A membership that `addMembers` made: `row` is its id, `version` the state that may be undone; `wasIn`: the group's rule had added them. */
export interface JoinedByFile {
  readonly group: number
  readonly membership: number
  readonly row: number
  readonly wasIn: boolean
  readonly version: string
}

/**
 * The interface of groups for other plugins. Runs in the caller's scope. In SQL the view `groups_changed_companies` (company_id; across
 * companies only) lists companies in which somebody joined or left a group in the last 45 minutes, for the `due` of a schedule.
 */
export interface GroupsService {
  /** The company's groups by name. */
  list(): Promise<{ id: number; kind: GroupKind; name: string }[]>
  /** The members of these groups: memberships by group. Inside a transaction it is read there. */
  membersOf(groups: readonly number[], trx?: TransactionClientContract): Promise<Map<number, number[]>>
  /** Creates a group of the kind department. @throws AppError 422 unique at `name` */
  create(trx: TransactionClientContract, name: string): Promise<number>
  /** @throws AppError 404; 422 unique at `name` */
  rename(trx: TransactionClientContract, group: number, name: string): Promise<void>
  /** Its courses are withdrawn, as if everybody had left. @throws AppError 404 */
  remove(trx: TransactionClientContract, group: number): Promise<void>
  /** The groups with these names, case-insensitive, by the name in lower case. */
  findByNames(names: readonly string[], trx?: TransactionClientContract): Promise<Map<string, number>>
  /** Creates the missing groups with these names. @returns the ids of the new ones */
  createMissing(trx: TransactionClientContract, kind: GroupKind, names: readonly string[]): Promise<number[]>
  /** A group by its id; null for one of another company. */
  find(group: number, trx?: TransactionClientContract): Promise<{ id: number; name: string } | null>
  /**
   * Adds people from a file. Existing members stay. Pairs whose group or person no longer exists are left out.
   * @returns the new memberships, for `removeMembers`
   */
  addMembers(
    trx: TransactionClientContract,
    joins: readonly { group: number; membership: number }[],
    by: ImportedBy,
  ): Promise<JoinedByFile[]>
  /** Undoes memberships of `addMembers`. @returns the people who stay in a group, and why: its rule keeps them, or somebody added them again */
  removeMembers(
    trx: TransactionClientContract,
    joined: readonly JoinedByFile[],
    by: ImportedBy,
  ): Promise<{ membership: number; code: 'kept_by_rule' | 'put_in_meanwhile' }[]>
  /** Deletes those of these groups that have no members, give no course and have no rule. */
  removeUnused(trx: TransactionClientContract, groups: readonly number[]): Promise<void>
  /**
   * Adds people, who get the group's courses, and removes others. People outside the company, or kept by the group's rule, stay unchanged.
   */
  change(trx: TransactionClientContract, group: number, members: { join: readonly number[]; leave: readonly number[] }): Promise<void>
}

export const groupsService = defineService<GroupsService>('groups.service')
