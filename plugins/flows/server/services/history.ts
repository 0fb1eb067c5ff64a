import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { PersonFacts } from '#core/contract/person_facts'
import { currentCompanyId, type Session } from '#core/kit/scope'

/** The person who does it; null: the flow itself. */
export type By = Pick<Session, 'membershipId' | 'companyId'> | null

/** Events of a flow and of a person in it. Texts: `flows.history.<act>`, for a person `flows.told.<act>`. */
export const FLOW_ACTS = ['created', 'changed', 'switched_on', 'switched_off'] as const
export const PERSON_ACTS = ['joined', 'left', 'moved', 'step_started', 'finished', 'extended', 'corrected'] as const

export interface Note {
  flow: number
  member?: number | null
  act: (typeof FLOW_ACTS)[number] | (typeof PERSON_ACTS)[number] | string
  facts?: object
}

/** Stores entries in the transaction of the change, in one statement. */
export async function recordHistory(trx: TransactionClientContract, notes: readonly Note[], by: By): Promise<void> {
  if (!notes.length) return
  await trx.rawQuery(
    `insert into flows_history (company_id, flow_id, membership_id, act, facts, by_membership_id, by_platform)
       select ?, n.flow, n.member, n.act, coalesce(n.facts, '{}'), ?::bigint, ?::boolean
         from jsonb_to_recordset(?::jsonb) as n(flow bigint, member bigint, act text, facts jsonb)`,
    [currentCompanyId(), by?.membershipId ?? null, by !== null && by.companyId === null, JSON.stringify(notes)] as never,
  )
}

/** For the history of a person. */
export const personFacts: readonly PersonFacts[] = [
  {
    name: 'flows.history',
    acts: PERSON_ACTS,
    sql: `select h.id, h.at, h.act, jsonb_build_object('flow', h.facts->>'flow', 'course', t.name) as facts,
                 h.by_membership_id as by_member, null::bigint as by_user,
                 case when h.by_platform then 'platform' when h.act in ('step_started', 'finished') then 'system' else 'unknown' end as by_side
            from flows_history h left join learning_titles t on t.course_id = (h.facts->>'course')::bigint
           where h.company_id = :company and h.membership_id = :member`,
  },
]
