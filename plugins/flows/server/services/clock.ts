import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import { today } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { advance, BATCH } from './advance.js'
import { syncFlow } from './sync.js'

/** Updates groups, filters, rounds and due steps of the running company. Safe to kill at any point and to run concurrently. */
export async function updateFlows(): Promise<void> {
  const flows: { id: number }[] = await db
    .from('flows_flows as f')
    .whereRaw('(f.filter is not null or exists (select 1 from flows_groups g where g.company_id = f.company_id and g.flow_id = f.id))')
    .orderBy('f.id')
    .select('f.id')
  for (const { id } of flows) await syncFlow(id, null)
  await startRounds()
  const day = today()
  await lookAtPeople((query) => query.where('p.look_on', '<=', day))
  await lookAtPeople((query) => query.whereRaw(BORN_BY_NOW))
}

/** Somebody filled in the date of birth that a training for adults waited for. No event tells it. */
const BORN_BY_NOW = `p.stuck = 'birthdate_missing' and exists (
  select 1 from kit_members m where m.id = p.membership_id and m.birthdate is not null)`

/**
 * Starts the next round of people who finished a repeating flow, with its newest version, or with its refresh flow. A person who already
 * has an open round in that flow continues with it.
 */
async function startRounds(): Promise<void> {
  await db.transaction(async (trx) => {
    // Waits for people who are being added (`join`), in a statement of its own: the next one has to see their rounds.
    await trx.rawQuery('select id from flows_flows where company_id = ? order by id for no key update', [currentCompanyId()])
    await trx.rawQuery(
      `with due as (
         -- Who goes on in another flow gets no further round here.
         update flows_people p set look_on = null, stopped = f.refresh_flow_id is not null
           from flows_flows f
          where f.company_id = p.company_id and f.id = p.flow_id and f.active and p.finished_on is not null and p.removed_at is null and p.look_on <= :today
         returning p.company_id, coalesce(f.refresh_flow_id, p.flow_id) as flow_id, p.membership_id, p.round, p.next_ends_on)
       insert into flows_people (company_id, flow_id, membership_id, version, round, origin, joined_on, look_on, ends_on)
         select d.company_id, d.flow_id, d.membership_id, f.version, greatest(d.round, coalesce(o.round, 0)) + 1, 'repeat', :today, :today, d.next_ends_on
           from due d join flows_flows f on f.company_id = d.company_id and f.id = d.flow_id
           left join lateral (
             select max(p.round) as round, bool_or(p.finished_on is null and p.removed_at is null) as is_open from flows_people p
              where p.company_id = d.company_id and p.flow_id = d.flow_id and p.membership_id = d.membership_id) o on true
          where o.is_open is not true
       on conflict (company_id, flow_id, membership_id, round) do nothing`,
      { today: today() } as never,
    )
  })
}

/** In batches, each in its own transaction. Waits for rows that another run has locked, and reads them again. */
async function lookAtPeople(which: (query: DatabaseQueryBuilderContract) => void): Promise<void> {
  let past = 0
  for (;;) {
    const query = db
      .from('flows_people as p')
      .join('flows_flows as f', (on) => on.on('f.company_id', 'p.company_id').andOn('f.id', 'p.flow_id'))
      .where('f.active', true)
      .whereNull('p.finished_on')
      .whereNull('p.removed_at')
      .where('p.id', '>', past)
      .orderBy('p.id')
      .limit(BATCH)
      .select('p.id')
    which(query)
    const rows: { id: number }[] = await query
    const last = rows.at(-1)
    if (!last) return
    await db.transaction((trx) =>
      advance(
        trx,
        rows.map(({ id }) => id),
      ),
    )
    past = last.id
  }
}
