import db from '@adonisjs/lucid/services/db'
import { AppError, conflict, notFound } from '#core/contract/errors'
import { ownCompany } from '#core/kit/companies'
import { isAdultOn, today } from '#core/kit/days'
import { startRegistration } from '#core/kit/registration'
import { currentCompanyId, inCompanyOfToken, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { limitGuesses } from '#core/kit/tokens'
import { type BookingService, bookingService } from '#plugins/booking/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import type { Offer } from '#plugins/learning/contract/offers'
import { plainCode } from './codes.js'
import { type KeyRow, KEYS, stateOf } from './store.js'

/** The viewer of a key: may use it, has used it, is not signed in, or has an account that takes no courses. */
export type Standing = 'ready' | 'mine' | 'visitor' | 'not_allowed'

export interface KeyFacts {
  offer: Offer
  company: { name: string; loginId: string }
  standing: Standing
}

/** The code that somebody typed or opened, and their network address. */
export interface Given {
  code: string
  ip: string
}

/**
 * Runs `fn` with a key. A signed-in person only finds keys of their own company: another company's key gives the same 404 as an unknown
 * code. Tries are counted per IP address. A known key does not count, so that a class can share one address.
 * @throws AppError 404 for an unknown key; 429 too_many_attempts
 */
async function atKey<T>(session: Session | null, { code, ip }: Given, fn: (key: KeyRow) => Promise<T>): Promise<T> {
  const tries = await limitGuesses(`seat_keys.from:${ip}`, ip)
  const token = plainCode(code)
  const run = async () => {
    const key: KeyRow | null = await db.from(KEYS).where('token', token).first()
    if (!key) throw notFound()
    await tries.succeeded()
    return fn(key)
  }
  if (!session) return inCompanyOfToken({ plugin: 'seat_keys', table: KEYS, token }, run)
  // An admin belongs to no company.
  if (!session.companyId) throw notFound()
  return run()
}

/** @throws AppError 409 key_used, key_withdrawn */
function refuseClosed(key: KeyRow): void {
  const state = stateOf(key)
  if (state !== 'open') throw conflict(`key_${state}`)
}

/** @throws AppError 409 course_gone */
async function offerOf({ course_id: course }: KeyRow): Promise<Offer> {
  const [offer] = (await (await serviceOf(learningService))?.offers([course])) ?? []
  if (!offer) throw conflict('course_gone')
  return offer
}

const isMine = (session: Session | null, { used_by: by }: KeyRow) => by !== null && by === session?.membershipId

function standingOf(session: Session | null, key: KeyRow): Standing {
  if (!session) return 'visitor'
  if (isMine(session, key)) return 'mine'
  return session.membershipId && session.can('learning.courses.take') ? 'ready' : 'not_allowed'
}

/** The data of a key's page. @throws AppError as atKey, refuseClosed, offerOf */
export const keyFacts = (session: Session | null, given: Given): Promise<KeyFacts> =>
  atKey(session, given, async (key) => {
    const standing = standingOf(session, key)
    if (standing !== 'mine') refuseClosed(key)
    const { name, loginId } = await ownCompany()
    return { offer: await offerOf(key), company: { name, loginId }, standing }
  })

/**
 * Starts a registration in the key's company for a person without an account. The answer is the same for an address that has one.
 * @throws AppError as lookAt and startRegistration
 */
export const register = (given: Given & { email: string; language: string }) =>
  atKey(null, given, async (key) => {
    refuseClosed(key)
    const { loginId } = await ownCompany()
    const target = { companyId: currentCompanyId(), role: 'leerling' as const, via: 'seat_keys.key' }
    return { ...(await startRegistration(given, target)), loginId }
  })

/**
 * Gives the key's course to the signed-in person. A key works once, also for two people at the same moment; somebody who repeats it gets the
 * same answer.
 * @throws AppError as lookAt; 409 not_allowed, course_open, has_seat, booking_not_open, birthdate_required, adults_only
 */
export const useKey = (session: Session, given: Given): Promise<void> =>
  atKey(session, given, async (key) => {
    if (isMine(session, key)) return
    refuseClosed(key)
    if (standingOf(session, key) !== 'ready') throw conflict('not_allowed')
    const bookings = await serviceOf(bookingService)
    if (!bookings) throw conflict('course_gone')
    await refusePerson(session.membershipId!, await offerOf(key))
    try {
      await take(bookings, key, session.membershipId!)
    } catch (error) {
      const now: KeyRow | null = error instanceof AppError ? await db.from(KEYS).where('id', key.id).first() : null
      if (now && isMine(session, now)) return
      throw error
    }
    // The job of the booking does the same and tries again; the person does not have to wait for it.
    await bookings.release(key.booking_id).catch(() => undefined)
  })

/** @throws AppError 409 course_open: the key would be lost on somebody who has the course; birthdate_required, adults_only */
async function refusePerson(membershipId: number, offer: Offer): Promise<void> {
  const open = await (await serviceOf(learningService))?.haveOpen(offer.courseId, [membershipId])
  if (open?.has(membershipId)) throw conflict('course_open')
  if (!offer.adultsOnly) return
  const person = await db.from('kit_members').where('id', membershipId).select(db.raw('birthdate::text as birthdate')).first()
  if (!person?.birthdate) throw conflict('birthdate_required')
  if (!isAdultOn(person.birthdate, today())) throw conflict('adults_only')
}

/** The booking is locked first, so that of two people with one key the second finds it used. */
const take = (bookings: BookingService, key: KeyRow, membershipId: number) =>
  db.transaction(async (trx) => {
    await bookings.takeSeat(trx, key.booking_id, membershipId)
    const taken = await trx
      .from(KEYS)
      .where({ id: key.id, token: key.token })
      .whereNull('used_at')
      .whereNull('withdrawn_at')
      .update({ used_by: membershipId, used_at: new Date() })
    if (!Number(taken)) throw conflict('key_used')
  })
