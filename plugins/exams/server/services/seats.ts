import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { conflict, invalid, notFound } from '#core/contract/errors'
import { isAdultOn } from '#core/kit/days'
import { currentCompanyId } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { learningService } from '#plugins/learning/contract/index'
import { isoDay } from './moment_time.js'

/** A moment under its lock, with what this company may see of it. */
export interface LockedMoment {
  id: number
  exam_id: number
  course_id: number
  city: string
  language: string
  starts_at: Date
  /** Null: as the settings of the company say. */
  closes_at: Date | null
  withdrawn_at: Date | null
  adults_only: boolean
  provider_company_id: number | null
  /** This company may book its course. Seats can be released even when it no longer may. */
  is_offered: boolean
  /** The exam has requirements. */
  asks_before: boolean
  seats: number
  /** Held or taken in any company, without expired holds. */
  taken: number
  /** There are seats under the given key. */
  is_known: boolean
}

const MOMENT = `
  select m.id, m.exam_id, e.course_id, m.city, m.language, m.starts_at, m.closes_at, m.withdrawn_at,
         (m.adults_only or e.adults_only or coalesce(o.adults_only, false)) as adults_only, m.provider_company_id,
         o.course_id is not null as is_offered, coalesce(o.asks_before_exam, false) as asks_before,
         exists (select 1 from exams_entries n where n.company_id = :companyId and n.key = :key) as is_known
    from exams_moments m join exams_exams e on e.id = m.exam_id left join learning_offers o on o.course_id = e.course_id
   where m.id = :momentId`

/**
 * Locks a moment until the transaction ends, and counts its seats. Everything that takes or releases a seat calls this, so that counting
 * and taking never overlap.
 * @param key of the seats, for `is_known`
 * @throws AppError 404 for an unknown moment
 */
export async function lockMoment(trx: TransactionClientContract, momentId: number, key: string | null = null): Promise<LockedMoment> {
  const { rows: counted } = await trx.rawQuery<{ rows: { seats: number; taken: number }[] }>('select * from exams_lock_moment(?)', [
    momentId,
  ])
  // Read under the lock, so that recent changes by an admin are seen.
  const { rows } = await trx.rawQuery<{ rows: Omit<LockedMoment, 'seats' | 'taken'>[] }>(MOMENT, {
    ...{ momentId, key, companyId: currentCompanyId() },
  } as never)
  if (!counted[0] || !rows[0]) throw notFound()
  return { ...rows[0], ...counted[0] }
}

/**
 * @throws AppError 404 for a moment of a course that this company may not book; 409 moment_past, moment_withdrawn, no_seats_left (with
 * `left`)
 */
export function assertSeats(moment: LockedMoment, wanted: number): void {
  if (!moment.is_offered) throw notFound()
  if (moment.withdrawn_at) throw conflict('moment_withdrawn')
  if (moment.starts_at.getTime() <= Date.now()) throw conflict('moment_past')
  const left = Math.max(0, moment.seats - moment.taken)
  if (wanted > left) throw conflict('no_seats_left', { left })
}

export interface Candidate {
  id: number
  firstname: string
  infix: string | null
  lastname: string
  birthdate: string | null
  /** Already has a seat at this moment, under any key. */
  is_entered: boolean
}

/**
 * Checks that people may take this exam.
 * @throws AppError 404 for a person of another company; 409 requirements_missing (with `members`); 422 at `birthdate`: birthdate_required,
 * adults_only
 */
export async function candidates(trx: TransactionClientContract, moment: LockedMoment, ids: readonly number[]): Promise<Candidate[]> {
  const people: Candidate[] = await trx
    .from('kit_members')
    .whereIn('id', [...ids])
    // An invited person who has not signed in yet may have a seat; a deactivated person may not.
    .whereRaw(`(status = 'active' or conditions_accepted_at is null)`)
    .select('id', 'firstname', 'infix', 'lastname', 'birthdate')
    .select(
      trx.raw(
        `exists (select 1 from exams_entries n where n.company_id = ? and n.moment_id = ? and n.membership_id = kit_members.id
                    and n.released_at is null and (n.held_until is null or n.held_until > clock_timestamp())) as is_entered`,
        [currentCompanyId(), moment.id],
      ),
    )
  if (people.length !== new Set(ids).size) throw notFound()
  if (moment.adults_only) {
    if (people.some(({ birthdate }) => birthdate === null)) throw invalid('birthdate', 'birthdate_required')
    const day = isoDay(moment.starts_at)
    if (people.some(({ birthdate }) => !isAdultOn(birthdate!, day))) throw invalid('birthdate', 'adults_only')
  }
  const learning = moment.asks_before ? await serviceOf(learningService, trx) : null
  const lacking = (await learning?.missingForExam(trx, moment.course_id, ids)) ?? []
  if (lacking.length) throw conflict('requirements_missing', { members: lacking })
  return people
}
