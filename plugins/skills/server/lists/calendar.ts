import db from '@adonisjs/lucid/services/db'
import { today } from '#core/kit/days'
import type { ListRequest } from '#core/kit/lists'
import { openCells } from './gaps.js'

export interface Month {
  /** `yyyy-mm`; null: now, because it is missing or ended. */
  month: string | null
  people: number
  gaps: number
}

/**
 * Counts what has to be done by month, about the same people as the rows of the list. One query, also for half a million cells. @param list
 * the list's own query, validated
 */
export async function calendar(list: ListRequest): Promise<Month[]> {
  const { query } = await openCells(list)
  // Groups a person's cells of a month first: counting distinct people would otherwise sort all cells.
  const of = query
    .select(
      db.raw(
        `case when coalesce(c.valid_until, c.due_on) >= ?::date then date_trunc('month', coalesce(c.valid_until, c.due_on)) end as at`,
        [today()],
      ),
      db.raw('c.membership_id, count(*) as gaps'),
    )
    .groupByRaw('1, 2')
  return db
    .from(of.as('p'))
    .select(db.raw(`to_char(p.at, 'YYYY-MM') as month, count(*)::int as people, sum(p.gaps)::int as gaps`))
    .groupBy('p.at')
    .orderByRaw('p.at nulls first')
}
