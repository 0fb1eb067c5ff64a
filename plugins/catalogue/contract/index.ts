import { defineEvent } from '#core/contract/events'
import { listToken } from '#core/contract/lists'
import type { PublicVisit } from '#core/contract/public_site'
import { defineService } from '#core/contract/services'
import { defineSlot } from '#core/contract/web'
import type { CourseType, Sector } from '#plugins/learning/contract/offers'

/** A course in its popup, with all data that an action beside it needs. Amounts in cents, without VAT. */
export interface CatalogueOffer {
  id: number
  name: string
  sector: Sector
  type: CourseType
  languages: string[]
  price_cents: number
  adults_only: boolean
  /** It has an exam; its next moments are in `moments`. */
  moments: CatalogueMoment[]
  /** For the current person: their open course, and whether they have requested it. */
  participation: number | null
  requested: boolean
  /** The time of passing, ISO 8601; null: not passed. */
  passed_at: string | null
}

/** A bookable moment, the earliest first; full ones too. */
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
 * The actions for a course in its popup in the catalogue: buttons to take, book or assign it, or join the waiting list. Each plugin fills
 * in its own; `access` says for whom. The first is the main one.
 */
export const catalogueActionsSlot = defineSlot<{ offer: CatalogueOffer; close: () => void }>('catalogue.actions')

/** The address of a course's popup. */
export const offerPath = (courseId: number): string => `/trainingen/catalogus?training=${courseId}`

/** A course of the public catalogue, for another public page of the same site. */
export interface PublicCourse {
  id: number
  name: string
  /** Its subject: plain text, one line. */
  text: string
  /** Its address in the public catalogue; without company and language. */
  path: string
  /** Path of its picture. */
  picture: string | null
  minutes: number
  /** The next exams, the earliest first. */
  moments: CatalogueMoment[]
  /** schema.org's Course. */
  structured: Readonly<Record<string, unknown>>
}

/** In the scope of a public site: of its company, or of the platform. */
export interface CatalogueService {
  /** The first public courses of a sector, by name; at most 12. */
  publicCourses(sector: Sector, visit: Pick<PublicVisit, 'language' | 'company' | 'address'>): Promise<PublicCourse[]>
  /** The company's own contact page, to which /booking redirects (setting `contact_url`); null: it uses the platform's. */
  ownContactPage(): Promise<string | null>
}
export const catalogueService = defineService<CatalogueService>('catalogue.service')

/** The rows of /trainingen/aanvragen. */
export const requestsList = listToken('catalogue.requests')

/** A participant requested a course from their supervisors. */
export const courseRequested = defineEvent<{ requestId: number; membershipId: number; courseId: number }>('catalogue.course.requested')
/** A supervisor granted or refused a request. */
export const requestDecided = defineEvent<{ requestId: number; membershipId: number; courseId: number; granted: boolean }>(
  'catalogue.request.decided',
)
