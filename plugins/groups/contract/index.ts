import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineService } from '#core/contract/services'

export const GROUP_KINDS = ['location', 'department', 'function', 'project'] as const
export type GroupKind = (typeof GROUP_KINDS)[number]

/** How somebody came into a group; by a rule and otherwise too counts as the rule. */
export const ORIGINS = ['hand', 'import', 'rule'] as const
export type Origin = (typeof ORIGINS)[number]

/** The filter over people, in addresses and queries. */
export const GROUP_FILTER = 'groups_group'

/** Who brought a file: the membership, or an admin of the platform. */
export interface ImportedBy {
  readonly membershipId: number | null
  readonly companyId: number | null
}

/**
 * What other plugins may ask of groups. Runs in the caller's scope. In SQL the view `groups_changed_companies` (company_id; across companies
 * only) names companies in which somebody came into a group or left one in the last 45 minutes, for the `due` of a schedule.
 */
export interface GroupsService {
  /** The company's groups by name. */
  list(): Promise<{ id: number; kind: GroupKind; name: string }[]>
  /** Who is in these groups: memberships by group. Inside a transaction it is read there. */
  membersOf(groups: readonly number[], trx?: TransactionClientContract): Promise<Map<number, number[]>>
  /** Makes a group of the kind department. @throws AppError 422 unique at `name` */
  create(trx: TransactionClientContract, name: string): Promise<number>
  /** @throws AppError 404; 422 unique at `name` */
  rename(trx: TransactionClientContract, group: number, name: string): Promise<void>
  /** The courses it gave go back, as when everybody left it. @throws AppError 404 */
  remove(trx: TransactionClientContract, group: number): Promise<void>
  /** The groups with these names, without regard to capitals, by the name in small letters. */
  named(names: readonly string[], trx?: TransactionClientContract): Promise<Map<string, number>>
  /** Makes groups with those of these names that no group has. @returns the ids of those it made */
  makeMissing(trx: TransactionClientContract, kind: GroupKind, names: readonly string[]): Promise<number[]>
  /** Puts people in by a file. Whoever is in already stays. Pairs with a group or person that is not there any more are left out. */
  putIn(trx: TransactionClientContract, joins: readonly { group: number; membership: number }[], by: ImportedBy): Promise<void>
  /** Removes those of these groups that have nobody in them, give no course and have no rule. */
  removeUnused(trx: TransactionClientContract, groups: readonly number[]): Promise<void>
  /** Puts people in, who get what it gives, and takes others out. Who is not in the company, or is kept in by the group's rule, is left as they are. */
  change(trx: TransactionClientContract, group: number, members: { join: readonly number[]; leave: readonly number[] }): Promise<void>
}

export const groupsService = defineService<GroupsService>('groups.service')
