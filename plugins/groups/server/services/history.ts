import type { PersonFacts } from '#core/contract/person_facts'
import type { Session } from '#core/kit/scope'

/** The acting person of a session; null: the group's rule. */
export type By = Pick<Session, 'membershipId' | 'companyId'> | null

/**
 * Inserts a line for each membership that `ids` (SQL over one column) returns and that still exists. Bound after it: group, act, how, by
 * whom and whether that is the platform (`noted`).
 */
export const historySql = (ids: string) => `
  insert into groups_history (company_id, membership_id, group_name, act, how, by_membership_id, by_platform)
    select g.company_id, h.id, g.name, ?::text, ?::text, ?::bigint, ?::boolean from groups_groups g, kit_held_members(array(${ids})) as h(id) where g.id = ?`

/** The bindings of `historySql`. */
export const historyValues = (group: number, act: 'joined' | 'left', how: 'hand' | 'import' | 'rule' | 'removed', by: By) => [
  ...[act, how, by?.membershipId ?? null, by !== null && by.companyId === null, group],
]

const SIDE = `case when h.how = 'rule' then 'system' when h.by_platform then 'platform' else 'unknown' end`

/** For the history of a person. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'groups.history',
    acts: ['joined_hand', 'joined_import', 'joined_rule', 'left_hand', 'left_rule', 'left_removed'],
    sql: `select h.id, h.at, h.act || '_' || h.how as act, jsonb_build_object('group', h.group_name) as facts,
                 h.by_membership_id as by_member, null::bigint as by_user, ${SIDE} as by_side
            from groups_history h where h.company_id = :company and h.membership_id = :member`,
  },
]
