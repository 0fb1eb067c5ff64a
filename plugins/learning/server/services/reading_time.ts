import db from '@adonisjs/lucid/services/db'
import { notFound } from '#core/contract/errors'
import { preparedQuery } from '#core/kit/database'
import { currentCompanyId } from '#core/kit/scope'
import type { Owner } from './participation_service.js'

/** The most that can be reported at once, in seconds; a person without network for longer loses the rest. */
const MOST_AT_ONCE = 600

// Adds at most the time since the last report, or since the page was opened: two tabs do not count twice, and nobody can report an hour
// after a minute.
const ADD = `
  update learning_activity_states s
     set active_seconds = s.active_seconds + least($4::int, ${MOST_AT_ONCE}, extract(epoch from now() - coalesce(s.active_at, s.opened_at))::int),
         active_at = now()
    from learning_participations p
   where s.company_id = $1 and s.participation_id = $2 and s.activity_id = $3
     and p.company_id = s.company_id and p.id = s.participation_id and p.membership_id = $5
  returning s.active_seconds as seconds`

/**
 * Adds seconds of actual reading time of a page. One statement.
 * @throws AppError 404 for another person's participation, and for a page that was not opened
 */
export async function addReadingTime(owner: Owner, participation: number, activity: number, seconds: number): Promise<void> {
  const values = [currentCompanyId(), participation, activity, seconds, owner.membershipId ?? 0]
  const [row] = await preparedQuery<{ seconds: number }>(db, 'learning_reading_time', ADD, values)
  if (!row) throw notFound()
}
