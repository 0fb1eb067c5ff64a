import db from '@adonisjs/lucid/services/db'
import { today } from '#core/kit/days'
import { advance, BATCH } from './advance.js'
import { syncFlow } from './sync.js'

/** Brings groups, filters, rounds and due steps of the running company up to date. It may be killed anywhere and run beside itself. */
export async function lookAtFlows(): Promise<void> {
  const flows: { id: number }[] = await db
    .from('flows_flows as f')
    .whereRaw('(f.filter is not null or exists (select 1 from flows_groups g where g.company_id = f.company_id and g.flow_id = f.id))')
    .orderBy('f.id')
    .select('f.id')
  for (const { id } of flows) await syncFlow(id, null)
  await startRounds()
  await lookAtPeople()
}

/** Who finished a flow that repeats begins its next round, with its newest version. */
async function startRounds(): Promise<void> {
  await db.transaction((trx) =>
    trx.rawQuery(
      `with due as (
         update flows_people p set look_on = null
           from (select id, company_id, version, active from flows_flows order by id for key share) f
          where f.company_id = p.company_id and f.id = p.flow_id and f.active and p.finished_on is not null and p.removed_at is null and p.look_on <= :today
         returning p.company_id, p.flow_id, p.membership_id, f.version, p.round + 1 as round, p.next_ends_on)
       insert into flows_people (company_id, flow_id, membership_id, version, round, origin, joined_on, look_on, ends_on)
         select company_id, flow_id, membership_id, version, round, 'repeat', :today, :today, next_ends_on from due
       on conflict (company_id, flow_id, membership_id, round) do nothing`,
      { today: today() } as never,
    ),
  )
}

/** In batches, each in a transaction of its own; rows that another run holds are left to it. */
async function lookAtPeople(): Promise<void> {
  const day = today()
  let past = 0
  for (;;) {
    const rows: { id: number }[] = await db
      .from('flows_people as p')
      .join('flows_flows as f', (on) => on.on('f.company_id', 'p.company_id').andOn('f.id', 'p.flow_id'))
      .where('f.active', true)
      .whereNull('p.finished_on')
      .whereNull('p.removed_at')
      .where('p.look_on', '<=', day)
      .where('p.id', '>', past)
      .orderBy('p.id')
      .limit(BATCH)
      .select('p.id')
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
