import db from '@adonisjs/lucid/services/db'
import type { Day } from '#core/kit/days'
import { today } from '#core/kit/days'
import { settingsOf } from '#core/kit/settings'
import type { MeetingKind } from '../../kinds.js'
import { normOf } from '../../norm.js'
import { toolboxSettings } from '../../settings.js'
import { ATTENDEES, MEETINGS } from './tables.js'

export interface OwnMeeting {
  id: number
  topic: string
  held_on: Day
  place: string
  kind: MeetingKind
}

/** Maximum number of recent meetings that a person sees. */
const MAX_MEETINGS = 30

/** The closed meetings that a person attended, newest first, and this year's numbers; empty for a person without a company. */
export async function ownMeetings(membershipId: number | null) {
  const year = Number(today().slice(0, 4))
  if (membershipId === null) return { year, meetings: [] as OwnMeeting[], attended: 0, in_person: 0, norm: null }
  const attended = () =>
    db
      .from(`${ATTENDEES} as a`)
      .join(`${MEETINGS} as t`, 't.id', 'a.meeting_id')
      .where('a.membership_id', membershipId)
      .whereNotNull('a.present_at')
      .whereNotNull('t.closed_at')
  const meetings: OwnMeeting[] = await attended()
    .orderBy('t.held_on', 'desc')
    .orderBy('t.id', 'desc')
    .limit(MAX_MEETINGS)
    .select('t.id', 't.topic', 't.held_on', 't.place', 't.kind')
  const numbers = await attended()
    .whereRaw('extract(year from t.held_on) = ?', [year])
    .select(db.raw(`count(*)::int as attended, count(*) filter (where t.kind = 'in_person')::int as in_person`))
    .first()
  return { year, meetings, ...(numbers as { attended: number; in_person: number }), norm: normOf(await settingsOf(toolboxSettings)) }
}
