import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Day } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import type { Definition } from '../../contract/definition.js'
import { nextRound } from '../engine/rounds.js'
import type { Client } from './load_facts.js'

/** A person's newest round in a flow, finished. */
export interface FinishedRound {
  id: number
  finished_on: Day
  ends_on: Day | null
}

/**
 * Rounds of a flow that may be followed by another. Excludes people who were removed, who are in progress again, or who continued in
 * another flow.
 */
export async function finishedRounds(client: Client, flow: number): Promise<FinishedRound[]> {
  const { rows } = await client.rawQuery<{ rows: FinishedRound[] }>(
    `select p.id, p.finished_on::text as finished_on, p.ends_on::text as ends_on from flows_people p
      where p.flow_id = ? and p.finished_on is not null and p.removed_at is null and not p.stopped and not exists (
        select 1 from flows_people o where o.company_id = p.company_id and o.flow_id = p.flow_id and o.membership_id = p.membership_id
           and o.round > p.round)
      order by p.id`,
    [flow],
  )
  return rows
}

/** After a change of the repetition settings: recalculates when everybody who finished a round starts the next. */
export async function planRounds(trx: TransactionClientContract, flow: number, definition: Definition): Promise<void> {
  const rows = (await finishedRounds(trx, flow)).map(({ id, finished_on: on, ends_on: end }) => {
    const next = nextRound(definition, on, end)
    return { id, starts: next?.startsOn ?? null, ends: next?.endsOn ?? null }
  })
  await trx.rawQuery(
    `update flows_people p set look_on = n.starts, next_ends_on = n.ends, updated_at = clock_timestamp()
       from jsonb_to_recordset(?::jsonb) as n(id bigint, starts date, ends date) where p.company_id = ? and p.id = n.id`,
    [JSON.stringify(rows), currentCompanyId()] as never,
  )
}
