import db from '@adonisjs/lucid/services/db'
import { DateTime } from 'luxon'
import { platformUrl } from '#core/kit/settings'
import { translate } from '#core/kit/words'
import { CORRECTIONS, MEETINGS } from './tables.js'

/** The values of the mail about a correction; null if the person was erased meanwhile. */
export async function correctedValues({ correction }: { correction: number }): Promise<Record<string, string> | null> {
  const row = await db
    .from(`${CORRECTIONS} as c`)
    .join(`${MEETINGS} as t`, 't.id', 'c.meeting_id')
    .join('kit_members as m', 'm.id', 'c.membership_id')
    .where('c.id', correction)
    .select('t.topic', 't.held_on', 'c.act', 'c.reason', 'm.language')
    .first()
  if (!row) return null
  const language = row.language ?? 'nl'
  return {
    topic: row.topic,
    held_on: DateTime.fromISO(row.held_on, { zone: 'utc' }).setLocale(language).toLocaleString(DateTime.DATE_FULL),
    outcome: translate(language, `toolbox_meetings.outcome.${row.act}`),
    reason: row.reason,
    actionUrl: await platformUrl('/deelnemer/resultaten'),
  }
}
