import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { notFound } from '#core/contract/errors'
import { type Chosen, forEachSelected } from '#core/kit/lists'
import { memberNames } from '#core/kit/people'
import { type Session, withinReach } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { participantsList } from '#plugins/people/contract/index'
import { courseCertificates } from '../../contract/certificates.js'

/** A course that a person has already: they have it open, or hold a valid certificate of it. */
export interface Held {
  membershipId: number
  courseId: number
  open: boolean
  /** Null: none. `until` null: no end. */
  certificate: { until: string | null } | null
}

/** Returns which people have which of the courses already. Runs in their company's scope, or across companies. */
export async function heldBy(courses: readonly number[], members: readonly number[], trx?: TransactionClientContract): Promise<Held[]> {
  if (!courses.length || !members.length) return []
  const found = new Map<string, Held>()
  const of = (membershipId: number, courseId: number) => {
    const key = `${membershipId}:${courseId}`
    const held = found.get(key) ?? { membershipId, courseId, open: false, certificate: null }
    found.set(key, held)
    return held
  }
  const open: { membership_id: number; course_id: number }[] = await (trx ?? db)
    .from('learning_participations')
    .whereIn('course_id', [...courses])
    .whereIn('membership_id', [...members])
    .whereIn('status', ['registered', 'planned', 'busy'])
    .whereRaw('(expires_at is null or expires_at > now())')
    .select('membership_id', 'course_id')
  for (const row of open) of(row.membership_id, row.course_id).open = true
  const certificates = await serviceOf(courseCertificates, trx)
  for (const { membershipId, courseId, until } of (await certificates?.valid(courses, members, trx)) ?? []) {
    of(membershipId, courseId).certificate = { until }
  }
  return [...found.values()]
}

/** The number of people listed by name. */
const NAMED = 5

export interface Holders {
  /** The number of chosen people with at least one of the courses. */
  people: number
  /** The number of them with all of the courses, to whom nothing would be assigned. */
  complete: number
  /** The first few, to list them by name. */
  first: (Held & { name: string })[]
}

/**
 * Returns the people chosen for an assignment who have the courses already.
 * @param who memberships, or what was chosen in the list of people
 * @throws AppError 404 when a listed person is out of the caller's reach
 */
export async function findHolders(session: Session, courses: readonly number[], who: { members: number[] } | Chosen): Promise<Holders> {
  const wanted = [...new Set(courses)]
  const found: Holders = { people: 0, complete: 0, first: [] }
  const count = async (ids: number[]) => {
    const held = await heldBy(wanted, ids)
    const byPerson = new Map<number, Held[]>()
    for (const one of held) byPerson.set(one.membershipId, [...(byPerson.get(one.membershipId) ?? []), one])
    found.people += byPerson.size
    found.complete += [...byPerson.values()].filter(({ length }) => length === wanted.length).length
    const more = held.slice(0, NAMED - found.first.length)
    const names = await memberNames(more.map(({ membershipId }) => membershipId))
    found.first.push(...more.map((one) => ({ ...one, name: names.get(one.membershipId) ?? '' })))
  }
  if (!('members' in who)) await forEachSelected(session, participantsList.list, who, 'learning.holders', count)
  else {
    await withinReach(session, 'learning.holders', async () => {
      const known: { id: number }[] = await db.from('kit_members').whereIn('id', who.members).select('id')
      if (known.length !== new Set(who.members).size) throw notFound()
      await count(known.map(({ id }) => id))
    })
  }
  return found
}
