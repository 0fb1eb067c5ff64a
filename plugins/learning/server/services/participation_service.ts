import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DateTime } from 'luxon'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { emit } from '#core/kit/events'
import type { Day } from '#core/kit/days'
import { isMember } from '#core/kit/people'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { courseAllowance } from '../../contract/allowance.js'
import { type ParticipationFacts, participationRegistered, participationStarted } from '../../contract/index.js'
import { OPEN_STATUSES as OPEN, type ParticipationStatus } from '../../contract/states.js'
import Participation from '../models/participation.js'
import { requirementsOf } from '../requirements/unmet.js'
import { newestVersion } from './newest_version.js'
import { versionIn } from './participation_version.js'
import { UNSTARTED_DAYS, assertAdult } from './start_rules.js'

/** The person whose own participations are accessed. */
export interface Owner {
  membershipId: number | null
}

/**
 * One of the person's own participations.
 * @throws AppError 404 for another person's participation, in this company or another
 */
export async function findOwn(owner: Owner, id: number, trx?: TransactionClientContract): Promise<Participation> {
  const query = Participation.query({ client: trx })
    .where('id', id)
    .where('membership_id', owner.membershipId ?? 0)
  const participation = await (trx ? query.forUpdate() : query).first()
  if (!participation) throw notFound()
  return participation
}

/**
 * Refuses work on a participation that is finished or out of time.
 * @throws AppError 409 participation_expired, participation_finished, language_not_chosen
 */
export function assertRunning({ status, language, expiresAt }: Participation): void {
  assertMayWork({ status, language, expires_at: expiresAt?.toJSDate() ?? null })
}

/** The same for a plain row. @throws AppError as assertRunning */
export function assertMayWork(row: { status: ParticipationStatus; language: string | null; expires_at: Date | null }): void {
  const isOpen = OPEN.includes(row.status)
  const isOut = isOpen && row.expires_at !== null && row.expires_at.getTime() <= Date.now()
  if (row.status === 'expired' || isOut) throw conflict('participation_expired')
  if (!isOpen) throw conflict('participation_finished')
  if (!row.language) throw conflict('language_not_chosen')
}

/** Whether access has ended; the hourly job stores it, but every request already checks it. */
export function hasExpired({ expiresAt, status }: Participation, now = DateTime.now()): boolean {
  return OPEN.includes(status) && expiresAt !== null && expiresAt <= now
}

interface VersionRow {
  id: number
  course_id: number
  name: Record<string, string>
  languages: string[]
  access_days: number | null
  adults_only: boolean
}

async function versionOf(id: number, trx: TransactionClientContract): Promise<VersionRow> {
  return trx
    .from('learning_course_versions')
    .where('id', id)
    .select('id', 'course_id', 'name', 'languages', 'access_days', 'adults_only')
    .firstOrFail()
}

export function factsOf(participation: Participation, courseName: Record<string, string>): ParticipationFacts {
  return {
    participationId: participation.id,
    membershipId: participation.membershipId,
    courseId: participation.courseId,
    courseVersionId: participation.versionId,
    courseName,
  }
}

/**
 * Chooses the language of a course, which starts the access days (section 4). Choosing again changes the language but not the days.
 * @param birthdate the person's own answer, when a course for adults needs it
 * @throws AppError 404, 409 as assertRunning, 409 requirements_missing, 422 on `language` when the course does not have it; 422, 409 as
 * assertAdult
 */
export async function chooseLanguage(owner: Owner, id: number, language: string, birthdate: Day | null = null): Promise<Participation> {
  return db.transaction(async (trx) => {
    const participation = await findOwn(owner, id, trx)
    if (participation.isOver || hasExpired(participation)) {
      throw conflict(participation.status === 'expired' || hasExpired(participation) ? 'participation_expired' : 'participation_finished')
    }
    const version = await versionOf(participation.versionId, trx)
    if (!version.languages.includes(language)) throw invalid('language', 'enum')
    const first = participation.language === null
    if (first) await assertHas(trx, participation)
    if (first && version.adults_only) await assertAdult(trx, participation.membershipId, birthdate)
    participation.language = language
    if (first) {
      participation.status = 'busy'
      participation.startedAt = DateTime.now()
      participation.expiresAt = version.access_days ? participation.startedAt.plus({ days: version.access_days }) : null
    }
    await participation.useTransaction(trx).save()
    if (first) {
      await emit(trx, participationStarted, {
        ...factsOf(participation, version.name),
        language,
        startedAt: participation.startedAt!.toUTC().toISO()!,
        expiresAt: participation.expiresAt?.toUTC().toISO() ?? null,
      })
    }
    return participation
  })
}

/** Refuses a person who does not meet the requirements of the course. @throws AppError 409 requirements_missing */
async function assertHas(trx: TransactionClientContract, { membershipId, courseId }: Participation): Promise<void> {
  if ((await requirementsOf(membershipId, courseId, 'course', trx)).some(({ met }) => !met)) throw conflict('requirements_missing')
}

/** See LearningService.register. @param at the time of registration; only the demo's history uses a past one */
export async function register(
  membershipId: number,
  courseId: number,
  source: Participation['source'],
  at: DateTime = DateTime.now(),
): Promise<number> {
  return db.transaction(async (trx) => (await registerIn(trx, membershipId, courseId, source, at)).id)
}

/** The participation that an assignment created or found. */
export interface Registered {
  id: number
  created: boolean
  /** For one that was open: its source before. */
  before?: Participation['source']
  /** For one that was open: its version before, as given by `versionIn`. */
  version?: string
  /** For a new one: the participation that was the latest before. */
  latest?: number | null
}

/**
 * The same within a transaction. A refusal leaves no changes, even if the caller continues.
 * @throws AppError 404 as `register`; 409 contract_limit_reached
 */
export const registerIn = (
  trx: TransactionClientContract,
  membershipId: number,
  courseId: number,
  source: Participation['source'],
  at: DateTime = DateTime.now(),
): Promise<Registered> => trx.transaction((inner) => registerWithin(inner, membershipId, courseId, source, at))

async function registerWithin(
  trx: TransactionClientContract,
  membershipId: number,
  courseId: number,
  source: Participation['source'],
  at: DateTime,
): Promise<Registered> {
  const version = await newestVersion(trx, courseId)
  if (!version || !(await isMember(membershipId, trx))) throw notFound()
  const { rows } = await trx.rawQuery<{ rows: { id: number }[] }>(
    `insert into learning_participations (company_id, membership_id, course_id, version_id, source, registered_at, expires_at)
       values (?, ?, ?, ?, ?, ?, ?)
       on conflict (company_id, membership_id, course_id) where status in ('registered', 'planned', 'busy') do nothing
       returning id`,
    [currentCompanyId(), membershipId, courseId, version.id, source, at.toJSDate(), at.plus({ days: UNSTARTED_DAYS }).toJSDate()],
  )
  if (!rows[0]) {
    const existing = await Participation.query({ client: trx })
      .where({ membershipId, courseId })
      .whereIn('status', ['registered', 'planned', 'busy'])
      .forUpdate()
      .firstOrFail()
    const version = await versionIn(trx, existing.id)
    // It is now assigned in another way too: neither leaving the group nor undoing the first assignment withdraws it any more.
    if (existing.source !== source) {
      const both = existing.source === 'group' ? { source } : {}
      await trx
        .from('learning_participations')
        .where('id', existing.id)
        .update({ ...both, updated_at: trx.raw('clock_timestamp()') })
    }
    return { id: existing.id, created: false, before: existing.source, version }
  }
  const participation = await Participation.findOrFail(rows[0].id, { client: trx })
  if (source !== 'booking') {
    await (await serviceOf(courseAllowance, trx))?.take(trx, { participationId: participation.id, membershipId, courseId })
  }
  // When a course is taken again, the latest participation is the current one.
  const [latest] = (await trx
    .from('learning_participations')
    .where({ company_id: participation.companyId, membership_id: membershipId, course_id: courseId, current: true })
    .whereNot('id', participation.id)
    .update({ current: false })
    .returning('id')) as { id: number }[]
  await emit(trx, participationRegistered, { ...factsOf(participation, version.name), registeredAt: at.toUTC().toISO()! })
  return { id: participation.id, created: true, latest: latest?.id ?? null }
}
