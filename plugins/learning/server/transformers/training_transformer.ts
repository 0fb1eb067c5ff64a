import type { ParticipationStatus } from '../../contract/states.js'
import { textIn } from '#core/kit/words'
import type { TrainingRow } from '../services/my_trainings.js'

const DAY = 86_400_000

/** Whole days until a moment, rounded up: on the last day it says 1. Null when there is no end. */
export function daysUntil(moment: Date | null, now: Date): number | null {
  return moment ? Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / DAY)) : null
}

/** A participation in the list of one's own trainings. */
export function toTraining(row: TrainingRow, interfaceLanguage: string, now = new Date()) {
  const isOpen = ['registered', 'planned', 'busy'].includes(row.status)
  const status: ParticipationStatus = isOpen && row.expires_at && row.expires_at <= now ? 'expired' : row.status
  return {
    id: row.id,
    name: textIn(row.name, row.language ?? interfaceLanguage),
    sector: row.sector,
    status,
    progress: row.progress,
    grade: row.grade,
    language: row.language,
    languages: row.languages,
    duration_minutes: row.duration_minutes,
    access_days: row.access_days,
    expires_in_days: status === 'registered' || status === 'busy' ? daysUntil(row.expires_at, now) : null,
    registered_at: row.registered_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
export type Training = ReturnType<typeof toTraining>
