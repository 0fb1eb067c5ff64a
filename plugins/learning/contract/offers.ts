/**
 * A row of the SQL view `learning_offers`, which other plugins join: a course that the running company may give and book, as its
 * newest published version has it. Runs under the policies of whoever asks: the company's own courses and the platform's.
 */
export interface OfferRow {
  course_id: number
  version_id: number
  /** Null: the platform's. */
  company_id: number | null
  shortname: string
  sector: Sector
  type: CourseType
  /** Companies find it in the catalogue; another one only the platform's admins do (specification, section 3). */
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
  /** How long one may work on it; null: for ever. */
  access_days: number | null
  certificate_valid_months: number | null
  primary_color: string | null
  secondary_color: string | null
  published_at: Date
  /** For `search` of lists: the names in every language and the shortname, as `search_key` makes them. */
  search_text: string
  vat_kind: VatKind
  /** Something is asked for before its exam. */
  asks_before_exam: boolean
}

/**
 * A row of the SQL view `learning_offer_list`: the same courses by what a long list of them is narrowed and ordered by, read without their versions.
 * Its search: the function `learning_find_offers`; words for its typos: the table `learning_offer_words`.
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

/** A row of the SQL view `learning_titles`: what a course is called, also one that is no offer (any more). */
export interface TitleRow {
  course_id: number
  /** Language → text. */
  name: Record<string, string>
  search_text: string
}

/** Where a course's picture is read by who is signed in; it never changes, so browsers keep it. Needs no application. */
export const pictureUrl = (hash: string) => `/api/learning/pictures/${hash}`

/** What stands for a course. Its content is read at `pictureUrl`. */
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

/** How VAT sees a course: `taught` by a teacher, or `elearning` without one (decision 0266). */
export const VAT_KINDS = ['elearning', 'taught'] as const
export type VatKind = (typeof VAT_KINDS)[number]

/** An offer as other plugins' code takes it. */
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
  /** A course of a company is never `taught`: who buys decides nothing about the seller's VAT. */
  vatKind: VatKind
}
