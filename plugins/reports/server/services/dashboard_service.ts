import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import type { PeopleCondition } from '#core/contract/lists'
import { zone } from '#core/kit/days'
import { reportSourcesOf } from '#core/kit/reports'
import { type Session, withinReach } from '#core/kit/scope'
import { PERSON_NAME } from '../actions_source.js'
import type { Piece } from '../query/conditions.js'
import { type Span, spanBefore, spanOf } from '../query/periods.js'
import { KPIS, type KpiName, standardReport } from '../query/standard.js'
import { countStatement, groupsStatement } from '../query/statement.js'
import type { ActionRow } from '../transformers/action_transformer.js'

/** The people the dashboard is about. */
export interface About {
  people: PeopleCondition
  /** Null: every company the viewer may access. */
  company: number | null
}

export type Unit = 'day' | 'week' | 'month'

/** The unit of one bar of the chart: about four to fifteen bars. */
export const unitOf = (days: number): Unit => (days <= 7 ? 'day' : days <= 90 ? 'week' : 'month')

/** A number, its value one period earlier, and its course within the period. */
export interface Kpi {
  value: number
  before: number
  /** One per bucket; for all enrollments the cumulative number. */
  series: number[]
}

export interface KpiAnswer {
  /** Only those whose plugins are on. */
  kpis: Partial<Record<KpiName, Kpi>>
  /** First days of the buckets, `yyyy-mm-dd`. */
  buckets: string[]
  unit: Unit
}

/** A number, counted by its report, so that tile, report and file agree. */
function piecesOf(session: Session, kpi: KpiName, days: number, { people, company }: About): Piece[] {
  const definition = { ...standardReport(kpi, days), company }
  const source = reportSourcesOf(session).find(({ name }) => name === definition.source)
  if (!source) return []
  const scope = { language: session.row.language, people }
  const period = definition.period ?? { column: source.period!, kind: 'last' as const, days }
  const within = spanOf(period)
  // For all enrollments until now: the number at the start of the period.
  const earlier: Span = definition.period ? spanBefore(within)! : { since: null, until: within.since }
  const counted = { ...definition, period }
  const grouped = { ...counted, sort: null, group: { column: period.column, unit: unitOf(days) } }
  const named = (part: string, { sql, values }: Piece, value: string): Piece => ({
    sql: `select '${kpi}' as kpi, '${part}' as part, ${value} as value, n from (${sql}) ${part}_of`,
    values,
  })
  return [
    named('now', countStatement(source, counted, scope, definition.period ? within : null), 'null'),
    named('before', countStatement(source, counted, scope, earlier), 'null'),
    named('series', groupsStatement(source, grouped, scope, { limit: 400 }), 'value'),
  ]
}

/** The first days of the buckets of a period, today's last. */
function bucketsOf(days: number, unit: Unit): string[] {
  const { since } = spanOf({ column: '', kind: 'last', days })
  const now = DateTime.now().setZone(zone())
  const starts: string[] = []
  for (let at = since!.startOf(unit); at <= now; at = at.plus({ [unit]: 1 })) starts.push(at.toISODate()!)
  return starts
}

/** The four numbers of specification, section 9, over the last `days` days and the same number of days before. One query. */
export async function kpis(session: Session, days: number, about: About): Promise<KpiAnswer> {
  const pieces = KPIS.flatMap((kpi) => piecesOf(session, kpi, days, about))
  const sql = pieces.map((piece) => piece.sql).join(' union all ')
  const values = pieces.flatMap((piece) => piece.values)
  const rows = await withinReach(session, 'reports.kpis', async () => {
    const answer = await db.rawQuery<{ rows: { kpi: KpiName; part: string; value: string | null; n: number }[] }>(sql, values as never[])
    return answer.rows
  })
  const unit = unitOf(days)
  const buckets = bucketsOf(days, unit)
  const answer: KpiAnswer = { kpis: {}, buckets, unit }
  for (const kpi of KPIS) {
    const own = rows.filter((row) => row.kpi === kpi)
    if (!own.length) continue
    const [value, before] = ['now', 'before'].map((part) => own.find((row) => row.part === part)!.n) as [number, number]
    const counts = buckets.map((start) => own.find((row) => row.part === 'series' && row.value === start)?.n ?? 0)
    let sum = before
    answer.kpis[kpi] = { value, before, series: kpi === 'enrollments' ? counts.map((count) => (sum += count)) : counts }
  }
  return answer
}

/**
 * Recent actions, newest first, from a cursor on. Keyset paging, so that new actions do not shift rows to the next page.
 * @param before `<milliseconds>-<id>` of the last action of the previous page
 */
export function actions(
  session: Session,
  limit: number,
  { people, company }: About,
  before?: string,
): Promise<{ rows: ActionRow[]; next: string | null }> {
  return withinReach(session, 'reports.actions', async () => {
    const query = db
      .from('reports_actions as a')
      .join('kit_companies as c', 'c.id', 'a.company_id')
      .leftJoin('kit_members as m', (on) => void on.on('m.company_id', 'a.company_id').andOn('m.id', 'a.membership_id'))
      .orderBy('a.occurred_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit + 1)
      .select('a.id', 'a.kind', 'a.membership_id', 'a.course_name', 'a.grade', 'a.occurred_at', 'c.name as company_name')
      .select(db.raw(`${PERSON_NAME} as person_name`))
    if (before) {
      const [time, id] = before.split('-') as [string, string]
      query.whereRaw('(a.occurred_at, a.id) < (?, ?)', [new Date(Number(time)), id])
    }
    if (company !== null) query.where('a.company_id', company)
    const { sql, values } = people('a.membership_id')
    const rows: ActionRow[] = await query.whereRaw(sql, [...values])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return { rows: page, next: rows.length > limit && last ? `${last.occurred_at.getTime()}-${last.id}` : null }
  })
}
