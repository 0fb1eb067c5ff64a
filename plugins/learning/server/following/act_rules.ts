import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { DateTime } from 'luxon'
import { AppError, conflict, invalid } from '#core/contract/errors'
import { addDays, today } from '#core/kit/days'
import { emit } from '#core/kit/events'
import { coursePassed, type ParticipationAct } from '../../contract/index.js'
import { OPEN_STATUSES } from '../../contract/states.js'
import { activitiesOf } from '../services/activity.js'
import type Participation from '../models/participation.js'
import { countAttempts } from '../services/own_attempts.js'
import { factsOf, hasExpired, registerIn } from '../services/participation_service.js'
import { assertKnownAdult } from '../services/start_rules.js'
import type { VersionRow } from '../services/version_content.js'
import { type Actor, recordHistory } from './history.js'

/** Specification, section 9. */
export const EXTENSION_DAYS = 14

interface ActContext {
  trx: TransactionClientContract
  /** Locked; changes made by `run` are saved afterwards. */
  participation: Participation
  version: VersionRow
  now: DateTime<true>
  by: Actor
  order: { activity: number | null; reason: string | null }
}

export interface ActResult {
  /** For the history: ids and plain data. */
  details: object
  /** The participation to continue with, when it is a different one. */
  next?: number
  /** Another event already reports it. */
  toldAlready?: boolean
}

interface ActRule {
  needsReason?: boolean
  /** The code of the reason why the act is refused now; null: it is allowed. Pure, so that screens can use it too. */
  refusal(participation: Participation, now: DateTime<true>, isInFlow: boolean): string | null
  /** @throws AppError for refusals that need the database */
  run(context: ActContext): Promise<ActResult>
}

const isOpen = ({ status }: Participation) => OPEN_STATUSES.includes(status)
const isOut = (participation: Participation, now: DateTime<true>) => participation.status === 'expired' || hasExpired(participation, now)

/** Adds 14 days to the end of access, counted from now when that is past, and to the due day if there is one. */
const extend: ActRule = {
  refusal: (participation, now) => {
    // A failed participation that is out of time cannot be retried without an extension.
    const needsTime = participation.status === 'failed' && participation.expiresAt !== null && participation.expiresAt <= now
    if (!isOpen(participation) && !isOut(participation, now) && !needsTime) return 'participation_finished'
    return participation.expiresAt || participation.dueAt ? null : 'nothing_to_extend'
  },
  async run({ participation, now }) {
    const { expiresAt, dueAt } = participation
    if (expiresAt) participation.expiresAt = (expiresAt > now ? expiresAt : now).plus({ days: EXTENSION_DAYS })
    if (dueAt) participation.dueAt = addDays(dueAt > today(now) ? dueAt : today(now), EXTENSION_DAYS)
    if (participation.status === 'expired') participation.status = participation.language ? 'busy' : 'registered'
    return { details: { expires_at: participation.expiresAt?.toISODate() ?? null, due_at: participation.dueAt } }
  },
}

/** Adds one attempt at a quiz that has none left. */
const retry: ActRule = {
  refusal: (participation, now) => {
    if (isOut(participation, now) || (participation.expiresAt && participation.expiresAt <= now)) return 'extend_first'
    return ['busy', 'failed'].includes(participation.status) ? null : 'nothing_to_retry'
  },
  async run({ trx, participation, order }) {
    const quiz = (await activitiesOf(participation.versionId, trx)).find(({ id, type }) => id === order.activity && type === 'quiz')
    if (!quiz) throw invalid('activity', 'enum')
    const mine = { company_id: participation.companyId, participation_id: participation.id, activity_id: quiz.id }
    const state = await trx.from('learning_activity_states').where(mine).select('status').first()
    if (!state || state.status === 'finished') throw conflict('nothing_to_retry')
    const { usedUp } = await countAttempts(participation, quiz, trx)
    // A participation that was closed as failed cannot use attempts that became available over time either, so it is reopened.
    if (!usedUp && participation.status !== 'failed') throw conflict('attempts_left')
    await trx
      .from('learning_activity_states')
      .where(mine)
      .update({ status: 'doing', ...(usedUp && { extra_attempts: trx.raw('extra_attempts + 1') }) })
    participation.status = 'busy'
    participation.finishedAt = null
    return { details: { activity: quiz.id } }
  },
}

/** Starts the course again as a new participation; the work so far stays visible at the old one. */
const restart: ActRule = {
  refusal: ({ status }) => (status === 'registered' || status === 'planned' ? 'not_started_yet' : null),
  async run({ trx, participation, now, by }) {
    const { id, membershipId, courseId, dueAt, mandatory } = participation
    const wasOpen = isOpen(participation)
    if (wasOpen) {
      participation.status = 'cancelled'
      participation.finishedAt = now
      // The unique index on open participations only accepts the new row after this.
      await participation.useTransaction(trx).save()
    }
    const { id: next } = await registerIn(trx, membershipId, courseId, 'assigned').catch((error: unknown) => {
      throw error instanceof AppError && error.status === 404 ? conflict('course_unavailable') : error
    })
    // With a past due day the new participation would be overdue before it begins.
    const due = dueAt && dueAt <= today(now) ? addDays(today(now), EXTENSION_DAYS) : dueAt
    await trx
      .from('learning_participations')
      .where('id', next)
      .update({ due_at: due, mandatory, assigned_by: by.membershipId, updated_at: trx.raw('clock_timestamp()') })
    await recordHistory(trx, by, { participationId: next, action: 'restarted_from', details: { from: id, due_at: due } })
    participation.current = false
    return { details: { to: next }, next, toldAlready: !wasOpen }
  },
}

const ending = (status: 'no_show' | 'cancelled'): ActRule => ({
  refusal: (participation, now, isInFlow) => {
    // Section 4: a course in a flow cannot be cancelled separately.
    if (status === 'cancelled' && isInFlow) return 'part_of_flow'
    return isOpen(participation) || isOut(participation, now) ? null : 'participation_finished'
  },
  async run({ participation, now }) {
    const from = participation.status
    participation.status = status
    participation.finishedAt = now
    return { details: { from } }
  },
})

/**
 * Passes a participation by hand, with the same event as a normal pass, so that it has the same consequences. A course for adults requires
 * the same as beginning it: 409 age_unknown, participant_too_young.
 */
const pass: ActRule = {
  needsReason: true,
  refusal: ({ status }) => (status === 'passed' || status === 'cancelled' ? 'participation_finished' : null),
  async run({ trx, participation, version, now }) {
    const from = participation.status
    // For a person who has begun, this was checked then.
    if (!participation.language && version.adults_only) await assertKnownAdult(trx, participation.membershipId)
    if (!participation.language) {
      const { language } = await trx.from('kit_members').where('id', participation.membershipId).select('language').firstOrFail()
      participation.language = version.languages.includes(language) ? language : version.languages[0]!
    }
    participation.status = 'passed'
    participation.progress = 100
    participation.finishedAt = now
    await emit(trx, coursePassed, {
      ...factsOf(participation, version.name),
      language: participation.language!,
      grade: participation.grade,
      passedAt: now.toUTC().toISO()!,
      certificateValidMonths: version.certificate_valid_months,
    })
    return { details: { from }, toldAlready: true }
  },
}

/** Rules for a supervisor's actions on a participation, shared by the server and the menu. */
export const ACT_RULES: Readonly<Record<ParticipationAct, ActRule>> = {
  extend,
  retry,
  restart,
  pass,
  no_show: ending('no_show'),
  cancel: ending('cancelled'),
}
