import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AppError, invalid } from '#core/contract/errors'
import { endOf } from '#core/kit/days'
import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import type { LinkRow } from './store.js'

/** The key under which exams knows a link's seats. */
export const seatKey = (link: number) => `booking_links:${link}`

type Reserving = Pick<LinkRow, 'id' | 'moment_id' | 'reserved_seats' | 'state' | 'expires_on'>

/** The seats that a link still holds for its next bookings. */
export async function reservedLeft({ id, reserved_seats: seats }: Pick<LinkRow, 'id' | 'reserved_seats'>): Promise<number> {
  if (!seats) return 0
  const entries = (await (await serviceOf(examsService))?.entries([seatKey(id)])) ?? []
  return entries.filter(({ releasedAt, heldUntil }) => !releasedAt && heldUntil !== null && Date.parse(heldUntil) > Date.now()).length
}

/** Returns the number of reserved seats of the link that no booking has taken yet. */
async function wantedOf(
  trx: TransactionClientContract,
  { id, moment_id: moment, reserved_seats: seats, state }: Reserving,
): Promise<number> {
  if (state !== 'open' || !seats) return 0
  const row = await trx
    .from('booking_links_bookings')
    .where({ link_id: id, moment_id: moment ?? 0, held: true })
    .select(trx.raw('coalesce(sum(reserved), 0)::int as taken'))
    .first()
  return Math.max(0, seats - Number(row?.taken ?? 0))
}

/**
 * Holds the seats that a link reserves now, until its last day or the exam, and releases all others. Called under the link's lock: the link
 * is locked before the moment.
 * @throws AppError 409 no_seats_left and other codes of `hold`
 */
export async function holdReserved(trx: TransactionClientContract, link: Reserving): Promise<void> {
  const exams = await serviceOf(examsService, trx)
  if (!exams) return
  await exams.release(seatKey(link.id), trx)
  const seats = await wantedOf(trx, link)
  if (!seats) return
  const moment = await exams.moment(link.moment_id!, trx)
  const exam = new Date(moment?.startsAt ?? 0)
  const last = link.expires_on ? endOf(link.expires_on).toJSDate() : exam
  await exams.hold(seatKey(link.id), link.moment_id!, { seats }, last < exam ? last : exam, trx)
}

/** Like `holdReserved`, but if others took the seats, the link holds none instead of failing. */
export async function holdIfFree(trx: TransactionClientContract, link: Reserving): Promise<void> {
  try {
    // A savepoint, so that only this part is rolled back.
    await trx.transaction((inner) => holdReserved(inner, link))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Releases a link's seats before it is deleted. */
export const releaseReserved = async (trx: TransactionClientContract, link: number) =>
  (await serviceOf(examsService, trx))?.release(seatKey(link), trx)

/** Like `holdReserved`, for the form: too few free seats are an error at the number of seats. */
export async function holdOrReportSeats(trx: TransactionClientContract, link: Reserving): Promise<void> {
  try {
    await holdReserved(trx, link)
  } catch (error) {
    if (error instanceof AppError && error.status === 409) throw invalid('reserved_seats', error.code)
    throw error
  }
}

/** @throws AppError 422 on `moment_id`: required, enum; on `reserved_seats`: required */
export async function checkReserved({
  moment_id: moment,
  reserved_seats: seats,
  type,
  courses,
}: Pick<LinkRow, 'moment_id' | 'reserved_seats' | 'type'> & { courses: readonly number[] }): Promise<void> {
  if (seats && moment === null) throw invalid('moment_id', 'required')
  if (moment === null) return
  if (!seats) throw invalid('reserved_seats', 'required')
  const found = type === 'elearning' ? null : await (await serviceOf(examsService))?.moment(moment)
  if (!found || !courses.includes(found.courseId)) throw invalid('moment_id', 'enum')
}

/** Returns the number of reserved seats that a booking of `people` takes at a moment. Requires the lock on the link. */
export async function reservedSeatsTaken(
  trx: TransactionClientContract,
  link: LinkRow,
  { momentId, people }: { momentId: number | null; people: number },
): Promise<number> {
  return momentId !== null && momentId === link.moment_id ? Math.min(people, await wantedOf(trx, link)) : 0
}
