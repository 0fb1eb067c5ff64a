/**
 * A row of the SQL view `learning_offers`, which other plugins join: a course that the running company may assign and book, from its newest
 * published version. The view runs under the caller's policies: it has the company's own courses and the platform's.
 */
export interface OfferRow {
  course_id: number
  version_id: number
  /** Null: a course of the platform. */
  company_id: number | null
  shortname: string
  sector: Sector
  type: CourseType
  /** Companies find it in the catalogue. Other courses are only visible to the platform's admins (specification, section 3). */
  is_consumer_course: boolean
  /** Language → text. */
  name: Record<string, string>
  description: Record<string, string>
  languages: string[]
  duration_minutes: number
  /** Whole euros, without VAT (specification, section 3). */
  price: number
  adults_only: boolean
  photo: OfferPhoto | null
  /** The number of days of access; null: unlimited. */
  access_days: number | null
  certificate_valid_months: number | null
  primary_color: string | null
  secondary_color: string | null
  published_at: Date
  /** For `search` in lists: the names in every language and the shortname, normalised by `search_key`. */
  search_text: string
  vat_kind: VatKind
  /** The course has requirements that must be met before its exam. */
  asks_before_exam: boolean
}

/**
 * A row of the SQL view `learning_offer_list`: the same courses with the columns that a long list filters and sorts by, without reading
 * their versions. The function `learning_find_offers` searches it; the table `learning_offer_words` has the words for correcting typos.
 */
export type OfferListRow = Pick<
  OfferRow,
  | 'course_id'
  | 'company_id'
  | 'sector'
  | 'type'
  | 'is_consumer_course'
  | 'languages'
  | 'duration_minutes'
  | 'price'
  | 'published_at'
  | 'search_text'
>

/** A row of the SQL view `learning_titles`: the name of a course, including courses that are not or no longer offered. */
export interface TitleRow {
  course_id: number
  /** Language → text. */
  name: Record<string, string>
  search_text: string
}

/**
 * The address of a course's picture, for anybody who is signed in. The content never changes, so browsers cache it. Needs no application.
 */
export const pictureUrl = (hash: string) => `/api/learning/pictures/${hash}`

/** The picture that represents a course. Its content is served at `pictureUrl`. */
export interface OfferPhoto {
  hash: string
  width: number
  height: number
  /** Language → text. */
  alt: Record<string, string>
}

export const SECTORS = ['industry', 'construction', 'offshore', 'sir'] as const
export type Sector = (typeof SECTORS)[number]

export const COURSE_TYPES = ['e-learning', 'e-learning-exam', 'exam'] as const
export type CourseType = (typeof COURSE_TYPES)[number]

/** The VAT treatment of a course: `taught` by a teacher, or `elearning` without one (decision 0266). */
export const VAT_KINDS = ['elearning', 'taught'] as const
export type VatKind = (typeof VAT_KINDS)[number]

/** An offer as the code of other plugins receives it. */
export interface Offer {
  courseId: number
  versionId: number
  companyId: number | null
  shortname: string
  sector: Sector
  type: CourseType
  isConsumerCourse: boolean
  name: Record<string, string>
  description: Record<string, string>
  languages: string[]
  durationMinutes: number
  /** In cents, without VAT. */
  priceCents: number
  adultsOnly: boolean
  photo: OfferPhoto | null
  accessDays: number | null
  certificateValidMonths: number | null
  /** A course of a company is never `taught`: a customer must not decide the seller's VAT. */
  vatKind: VatKind
}
