import { serviceOf } from '#core/kit/services'
import { examsService } from '#plugins/exams/contract/index'
import { courseCertificates } from '#plugins/learning/contract/certificates'
import { learningService } from '#plugins/learning/contract/index'
import type { Offer } from '#plugins/learning/contract/offers'
import type { BookingType } from '../../contract/index.js'
import type { PlannedPerson } from './wizard_people.js'

/** The courses and certificates that a person already has for the booked course. Only a warning: the booking continues. */
export interface Known {
  /** The course is open. */
  course: boolean
  /** A seat at an upcoming exam of it, as a moment; null without one. */
  examAt: string | null
  /** A valid certificate of the course; `until` null: without end. */
  certificate: { until: string | null } | null
}

/** For each person what they already have, in the order of the people. */
export async function existingResults(offer: Offer | null, type: BookingType | null, people: readonly PlannedPerson[]): Promise<Known[]> {
  const ids = people.flatMap(({ membershipId }) => membershipId ?? [])
  const asks = offer && ids.length ? offer.courseId : null
  const open = asks && type !== 'exam' ? await (await serviceOf(learningService))?.haveOpen(asks, ids) : undefined
  const seats = asks && type !== 'elearning' ? await (await serviceOf(examsService))?.upcomingEntries(asks, ids) : undefined
  const valid = asks ? await (await serviceOf(courseCertificates))?.valid([asks], ids) : undefined
  const certificates = new Map(valid?.map(({ membershipId, until }) => [membershipId, { until }]))
  return people.map(({ membershipId: id }) => ({
    course: id !== null && (open?.has(id) ?? false),
    examAt: (id && seats?.get(id)) || null,
    certificate: (id !== null && certificates.get(id)) || null,
  }))
}
