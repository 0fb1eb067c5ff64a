import db from '@adonisjs/lucid/services/db'
import { today } from '#core/kit/days'
import type { ListRequest } from '#core/kit/lists'
import { gapsOf } from './gaps.js'

export interface Month {
  /** `yyyy-mm`; null: at once, as it is missing or ended. */
  month: string | null
  people: number
  gaps: number
}

/** What is to be done by month, of the same people as the rows of the list. One query. @param list the list's own query, validated */
export const calendar = (list: ListRequest): Promise<Month[]> =>
  gapsOf(list)
    .clearSelect()
    .select(
      db.raw(`case when c.origin is null or c.valid_until < ?::date then null else to_char(c.valid_until, 'YYYY-MM') end as month`, [
        today(),
      ]),
      db.raw('count(distinct c.membership_id)::int as people, count(*)::int as gaps'),
    )
    .groupByRaw('1')
    .orderByRaw('1 nulls first')
