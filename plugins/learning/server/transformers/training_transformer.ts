import { daysBetween, today } from '#core/kit/days'
import { OPEN_STATUSES, type ParticipationStatus } from '../../contract/states.js'
import { textIn } from '#core/kit/words'
import type { Activity } from '../services/activity.js'
import type { OwnTraining } from '../services/my_trainings.js'
import { toPicture } from './picture_transformer.js'

const DAY = 86_400_000

/** Whole days until a moment, rounded up: 1 on the last day. Null when there is no end. */
export function daysUntil(moment: Date | null, now: Date): number | null {
  return moment ? Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / DAY)) : null
}

/** A course that was not begun has a year; the remaining days are shown from this number on. */
const SAID_BEFORE_START = 30

/** The remaining days of access, if they should be shown; else null. */
export function daysLeft(status: ParticipationStatus, expiresAt: Date | null, now: Date): number | null {
  const days = daysUntil(expiresAt, now)
  return status === 'registered' && days !== null && days > SAID_BEFORE_START ? null : days
}

/** A participation in the list of the user's own trainings. */
export function toTraining(row: OwnTraining, interfaceLanguage: string, now = new Date()) {
  const isOpen = OPEN_STATUSES.includes(row.status)
  const status: ParticipationStatus = isOpen && row.expires_at && row.expires_at <= now ? 'expired' : row.status
  const language = row.language ?? interfaceLanguage
  const ahead = status === 'expired' ? null : row.ahead
  return {
    id: row.id,
    name: textIn(row.name, language),
    picture: toPicture(row.picture, language),
    sector: row.sector,
    status,
    progress: row.progress,
    grade: row.grade,
    language: row.language,
    languages: row.languages,
    duration_minutes: row.duration_minutes,
    access_days: row.access_days,
    expires_in_days: status === 'registered' || status === 'busy' ? daysLeft(status, row.expires_at, now) : null,
    ...toDue(row.due_at, row.mandatory, status),
    registered_at: row.registered_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    /** For an open one: the next step, and the next one that a phone can do. */
    next: toStep(ahead?.next ?? null, language),
    next_on_phone: toStep(ahead?.nextOnPhone ?? null, language),
    minutes_left: ahead?.minutesLeft ?? null,
    needs_computer: ahead?.needsComputer ?? false,
    /** Nothing can be done before then, because a quiz's attempts are used up. */
    waiting_until: ahead?.next ? null : (ahead?.waitingUntil?.toISOString() ?? null),
  }
}

/** The due day, if there is one. Only for an open participation; it is irrelevant for others. */
export function toDue(dueAt: string | null, mandatory: boolean, status: ParticipationStatus) {
  const due = OPEN_STATUSES.includes(status) ? dueAt : null
  return { due_at: due, due_in_days: due === null ? null : daysBetween(today(), due), mandatory }
}

const toStep = (step: Activity | null, language: string) =>
  step && { id: step.id, type: step.type, title: textIn(step.title, language), minutes: step.minutes }

export type Training = ReturnType<typeof toTraining>
