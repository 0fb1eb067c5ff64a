import { defineEvent } from '#core/contract/events'
import { listToken } from '#core/contract/lists'
import type { PublicVisit } from '#core/contract/public_site'
import { defineService } from '#core/contract/services'
import { defineSlot } from '#core/contract/web'
import type { CourseType, Sector } from '#plugins/learning/contract/offers'

/** A course as its popup shows it; everything an action beside it needs to know. Amounts in cents, without VAT. */
export interface CatalogueOffer {
  id: number
  name: string
  sector: Sector
  type: CourseType
  languages: string[]
  price_cents: number
  adults_only: boolean
  /** There is an exam to it; its next moments stand in `moments`. */
  moments: CatalogueMoment[]
  /** Of the person who looks: a course of theirs that is open, and whether they asked for it already. */
  participation: number | null
  requested: boolean
  /** When they passed it; ISO 8601, null: not yet. */
  passed_at: string | null
}

/** A moment that can be booked, soonest first; full ones too. */
export interface CatalogueMoment {
  id: number
  city: string
  location: string
  language: string
  /** ISO 8601. */
  starts_at: string
  seats_left: number
}

/**
 * What one can do with a course, in its popup in the catalogue: buttons. Take it, book it, assign it, the waiting list. Whoever can
 * do it fills it; `access` says for whom. The first is the main one.
 */
export const catalogueActionsSlot = defineSlot<{ offer: CatalogueOffer; close: () => void }>('catalogue.actions')

/** The address of a course's popup. */
export const offerPath = (courseId: number): string => `/trainingen/catalogus?training=${courseId}`

/** A course of the public catalogue, for another public page of the same site. */
export interface PublicCourse {
  id: number
  name: string
  /** What it is about: plain text, one line. */
  text: string
  /** Where it opens in the public catalogue; without company and language. */
  path: string
  /** Path of its picture. */
  picture: string | null
  minutes: number
  /** The next exams, soonest first. */
  moments: CatalogueMoment[]
  /** schema.org's Course. */
  structured: Readonly<Record<string, unknown>>
}

/** In the scope of a public site: of its company, or of the platform. */
export interface CatalogueService {
  /** The first courses of a sector that everybody may see, by name; at most 12. */
  publicCourses(sector: Sector, visit: Pick<PublicVisit, 'language' | 'company' | 'address'>): Promise<PublicCourse[]>
}
export const catalogueService = defineService<CatalogueService>('catalogue.service')

/** The rows of /trainingen/aanvragen. */
export const requestsList = listToken('catalogue.requests')

/** A participant asked their supervisors for a course. */
export const courseRequested = defineEvent<{ requestId: number; membershipId: number; courseId: number }>('catalogue.course.requested')
/** A supervisor said yes or no. */
export const requestDecided = defineEvent<{ requestId: number; membershipId: number; courseId: number; granted: boolean }>(
  'catalogue.request.decided',
)
