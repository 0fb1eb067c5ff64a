import db from '@adonisjs/lucid/services/db'
import { preparedQuery } from '#core/kit/database'
import type { ParticipationStatus } from '../../contract/states.js'
import { LIST_OWN } from './my_trainings_statement.js'
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

/**
 * A person's own trainings, newest first: one prepared query, as this is the
 * page on which every participant lands.
 */
export async function listOwn(owner: Owner): Promise<TrainingRow[]> {
  if (!owner.membershipId) return []
  return preparedQuery<TrainingRow>(db, 'learning_my_trainings', LIST_OWN, [owner.membershipId])
}
