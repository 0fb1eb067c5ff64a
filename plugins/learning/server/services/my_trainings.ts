import db from '@adonisjs/lucid/services/db'
import { preparedQuery } from '#core/kit/database'
import { OPEN_STATUSES as OPEN, type ParticipationSource, type ParticipationStatus } from '../../contract/states.js'
import { type Ahead, aheadIn, contentFor } from './course_content.js'
import { LIST_OWN } from './my_trainings_statement.js'
import type { CountedRow } from './own_states.js'
import type { Owner } from './participation_service.js'
import { type VersionPicture, versionContent } from './version_content.js'

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
  version_id: number
  picture: VersionPicture | null
  due_at: string | null
  mandatory: boolean
  source: ParticipationSource
  /** Only for an open participation. */
  states: (Omit<CountedRow, 'last'> & { last: string | null })[] | null
}

export interface OwnTraining extends TrainingRow {
  /** Only for an open participation: the remaining work. */
  ahead: (Ahead & { waitingUntil: Date | null }) | null
}

/**
 * A person's own trainings, open ones first, ordered by due day. One prepared query, because every participant lands on this page. The
 * content of versions is cached (version_content.ts).
 */
export async function listOwn(owner: Owner): Promise<OwnTraining[]> {
  if (!owner.membershipId) return []
  const rows = await preparedQuery<TrainingRow>(db, 'learning_my_trainings', LIST_OWN, [owner.membershipId])
  const trainings: OwnTraining[] = []
  for (const row of rows) trainings.push({ ...row, ahead: OPEN.includes(row.status) ? await aheadOf(row) : null })
  return trainings
}

async function aheadOf({ version_id: versionId, language, states }: TrainingRow): Promise<OwnTraining['ahead']> {
  const counted = (states ?? []).map((state) => ({ ...state, last: state.last ? new Date(state.last) : null }))
  const content = contentFor(language, await versionContent(versionId), counted)
  const ahead = aheadIn(content)
  return { ...ahead, waitingUntil: ahead.waiting && (content.attempts.get(ahead.waiting.id)?.availableFrom ?? null) }
}
