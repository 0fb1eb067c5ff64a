import db from '@adonisjs/lucid/services/db'
import { preparedQuery } from '#core/tenancy/connections'
import type { ParticipationStatus } from '../../contract/states.js'
import type { Owner } from './participation_service.js'

export interface TrainingRow {
  id: number
  status: ParticipationStatus
  progress: number
  grade: number | null
  language: string | null
  registered_at: Date
  started_at: Date | null
  expires_at: Date | null
  finished_at: Date | null
  name: Record<string, string>
  languages: string[]
  duration_minutes: number
  access_days: number | null
  sector: string
}

/** Exported for `npm run bench` alone. */
export const LIST_OWN = `
  select p.id, p.status, p.progress, p.grade, p.language, p.registered_at, p.started_at, p.expires_at, p.finished_at,
         v.name, v.languages, v.duration_minutes, v.access_days, c.sector
    from learning_participations p
    join learning_course_versions v on v.id = p.version_id
    join learning_courses c on c.id = p.course_id
   where p.company_id = nullif(current_setting('app.company_id', true), '')::bigint and p.membership_id = $1
   order by p.registered_at desc, p.id desc
   limit 200`

/**
 * A person's own trainings, newest first: one prepared query, as this is the
 * page on which every participant lands.
 */
export async function listOwn(owner: Owner): Promise<TrainingRow[]> {
  if (!owner.membershipId) return []
  return preparedQuery<TrainingRow>(db, 'learning_my_trainings', LIST_OWN, [owner.membershipId])
}
