import db from '@adonisjs/lucid/services/db'
import { type Session, withinReach } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type Attention, learningService } from '#plugins/learning/contract/index'
import type { ActionRow } from '../transformers/action_transformer.js'
import type { BucketRow, KpiRow } from '../transformers/kpi_transformer.js'

const DAY_MS = 86_400_000
const ZONE = 'Europe/Amsterdam'

// Each number now and as it was one period earlier, all in one query.
const KPIS = `
  with t as (select ?::timestamptz as until, ?::timestamptz as since, ?::timestamptz as earlier),
  people as (
    select count(*) filter (where m.joined_at >= t.since and m.joined_at < t.until) as now,
           count(*) filter (where m.joined_at < t.since) as before
      from t left join kit_members m on m.role = 'leerling' and m.joined_at >= t.earlier),
  actions as (
    select count(*) filter (where a.kind = 'registered' and a.occurred_at >= t.since) as enrolled_now,
           count(*) filter (where a.kind = 'registered' and a.occurred_at >= t.earlier and a.occurred_at < t.since) as enrolled_before,
           count(*) filter (where a.kind = 'passed' and a.occurred_at >= t.since) as passed_now,
           count(*) filter (where a.kind = 'passed' and a.occurred_at >= t.earlier and a.occurred_at < t.since) as passed_before,
           count(*) filter (where a.kind = 'registered') as total_now,
           count(*) filter (where a.kind = 'registered' and a.occurred_at < t.since) as total_before
      from t left join reports_actions a on a.kind in ('registered', 'passed') and a.occurred_at < t.until)
  select people.now as new_participants, people.before as new_participants_before, actions.* from people, actions`

/** The four numbers of specification, section 9, over the last `days` days and the as many days before. */
export function kpis(session: Session, days: number, now = new Date()): Promise<KpiRow> {
  const [since, earlier] = [days, 2 * days].map((count) => new Date(now.getTime() - count * DAY_MS))
  return withinReach(session, 'reports.kpis', async () => {
    const { rows } = await db.rawQuery<{ rows: [KpiRow] }>(KPIS, [now, since, earlier])
    return rows[0]
  })
}

/** Which courses somebody should do something about: learning knows. Nothing where it is off. */
export function attention(session: Session): Promise<Attention[]> {
  return withinReach(session, 'reports.attention', async () => (await (await serviceOf(learningService))?.attention()) ?? [])
}

// Whole buckets in local time, empty ones too: the first begins before the period when that starts midway.
const SERIES = `
  with b as (
    select generate_series(date_trunc(?, (?::timestamptz) at time zone '${ZONE}'),
                           (?::timestamptz) at time zone '${ZONE}', ('1 ' || ?)::interval) as start)
  select to_char(b.start, 'YYYY-MM-DD') as start,
         count(a.id) filter (where a.kind = 'registered') as enrolled,
         count(a.id) filter (where a.kind = 'passed') as passed
    from b left join reports_actions a
      on a.kind in ('registered', 'passed')
     and a.occurred_at >= b.start at time zone '${ZONE}'
     and a.occurred_at < (b.start + ('1 ' || ?)::interval) at time zone '${ZONE}'
   group by b.start order by b.start`

export type Unit = 'day' | 'week' | 'month'

/** How long one bar of the chart is: a picture with about four to fifteen bars. */
export const unitOf = (days: number): Unit => (days <= 7 ? 'day' : days <= 90 ? 'week' : 'month')

/** Enrolled and passed for each day, week or month of the period. */
export function series(session: Session, days: number, now = new Date()): Promise<BucketRow[]> {
  const unit = unitOf(days)
  const since = new Date(now.getTime() - (days - 1) * DAY_MS)
  return withinReach(session, 'reports.series', async () => {
    const { rows } = await db.rawQuery<{ rows: BucketRow[] }>(SERIES, [unit, since, now, unit, unit])
    return rows
  })
}

/**
 * What happened lately, newest first, from a cursor on. By key and not by
 * number: what happens while somebody reads moves nothing to the next page.
 * @param before `<milliseconds>-<id>` of the last action of the page before
 */
export function actions(session: Session, limit: number, before?: string): Promise<{ rows: ActionRow[]; next: string | null }> {
  return withinReach(session, 'reports.actions', async () => {
    const query = db
      .from('reports_actions as a')
      .join('kit_companies as c', 'c.id', 'a.company_id')
      .orderBy('a.occurred_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit + 1)
      .select('a.id', 'a.kind', 'a.membership_id', 'a.person_name', 'a.course_name', 'a.grade', 'a.occurred_at', 'c.name as company_name')
    if (before) {
      const [time, id] = before.split('-') as [string, string]
      query.whereRaw('(a.occurred_at, a.id) < (?, ?)', [new Date(Number(time)), id])
    }
    const rows: ActionRow[] = await query
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return { rows: page, next: rows.length > limit && last ? `${last.occurred_at.getTime()}-${last.id}` : null }
  })
}
