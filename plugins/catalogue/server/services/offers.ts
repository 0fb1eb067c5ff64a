import db from '@adonisjs/lucid/services/db'
import type { DatabaseQueryBuilderContract } from '@adonisjs/lucid/types/querybuilder'
import type { Infer } from '@vinejs/vine/types'
import { forbidden, notFound } from '#core/contract/errors'
import { isAdminRole } from '#core/contract/roles'
import type { Found } from '#core/contract/finders'
import { type Page, largePage } from '#core/kit/lists'
import { type Session, withinReach } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { settingsOf } from '#core/kit/settings'
import { textIn } from '#core/kit/words'
import { companiesSettings } from '#plugins/companies/contract/settings'
import { type ExamMoment, examsService } from '#plugins/exams/contract/index'
import { learningService } from '#plugins/learning/contract/index'
import type { OfferRow } from '#plugins/learning/contract/offers'
import { type Duration, DURATIONS, type offersValidator, type Price, PRICES } from '../validators/catalogue.js'

export type OffersQuery = Infer<typeof offersValidator>

const SORT = { name: 'o.search_text', price: 'o.price', duration: 'o.duration_minutes', newest: 'o.published_at' } as const

/** The state of a course's popup for the current person. */
export interface OfferDetail {
  row: OfferRow
  moments: ExamMoment[]
  exam: { certificate: Record<string, string>; valid_months: number | null } | null
  participation: number | null
  requested: boolean
  passedAt: Date | null
  mayTake: boolean
}

/** The courses visible to anybody of a company: those that companies find in the catalogue. An admin sees the others too. */
const offers = (everything: boolean) => {
  const query = db.from('learning_offers as o').select('o.*')
  return everything ? query : query.where('o.is_consumer_course', true)
}

/**
 * Filtered and sorted by columns of the course, so that only the courses of the page are read; a search tolerates typos, as in every list.
 */
export function pageOfOffers(
  everything: boolean,
  { sector, type, language, duration, price, ...list }: OffersQuery,
): Promise<Page<OfferRow>> {
  const make = () => db.from('learning_offer_list as o').join('learning_offers as f', 'f.course_id', 'o.course_id').select('f.*') as never
  const narrow = (query: DatabaseQueryBuilderContract<OfferRow>) => {
    if (!everything) void query.where('o.is_consumer_course', true)
    if (sector) void query.whereIn('o.sector', sector)
    if (type) void query.whereIn('o.type', type)
    if (language) void query.whereRaw('o.languages && ?::text[]', [language] as never)
    const within = (column: string, bands: readonly (readonly [number, number])[]) =>
      void query.where((or) => bands.forEach(([from, to]) => void or.orWhereBetween(column, [from, to])))
    if (duration)
      within(
        'o.duration_minutes',
        duration.map((one) => DURATIONS[one as Duration]),
      )
    if (price)
      within(
        'o.price',
        price.map((one) => PRICES[one as Price]),
      )
  }
  return largePage<OfferRow, keyof typeof SORT>(
    {
      table: 'learning_offer_list as o',
      neverNull: ['name', 'price', 'duration', 'newest'],
      find: 'learning_find_offers',
      words: 'learning_offer_words',
    },
    { sort: SORT, defaultSort: 'name', search: 'o.search_text', id: 'o.course_id' },
    list,
    { make, narrow },
  )
}

/** @throws AppError 403 for a participant whose company gives them no catalogue (specification, section 6) */
export async function assertCatalogue(session: Session): Promise<void> {
  if (session.role !== 'leerling') return
  const { catalogue_access: on } = await settingsOf(companiesSettings)
  if (!on) throw forbidden('no_catalogue')
}

/** @throws AppError 403 no_catalogue */
export async function listOffers(session: Session, query: OffersQuery): Promise<Page<OfferRow>> {
  await assertCatalogue(session)
  return withinReach(session, 'catalogue.list', () => pageOfOffers(isAdminRole(session.role), query))
}

/** The courses of the catalogue with this name, each with its address. */
export async function findOffers(session: Session, search: string, most: number): Promise<Found[]> {
  const { data } = await listOffers(session, { search, page: 1, per_page: 10 } as OffersQuery)
  return data.slice(0, most).map(({ course_id: id, name }) => ({
    title: textIn(name, session.row.language),
    detail: null,
    path: `/trainingen/catalogus?training=${id}`,
  }))
}

/** The courses with an open request of a participant; other roles have none. */
export async function requestedCourses(session: Session, courses: readonly number[]): Promise<Set<number>> {
  if (session.role !== 'leerling' || !session.membershipId || !courses.length) return new Set()
  const rows: { course_id: number }[] = await db
    .from('catalogue_requests')
    .where({ membership_id: session.membershipId, status: 'open' })
    .whereIn('course_id', [...courses])
    .select('course_id')
  return new Set(rows.map(({ course_id: id }) => id))
}

/** A course of a catalogue; null for one that is not in it. */
export async function offerOrNull(id: string | number, everything: boolean): Promise<OfferRow | null> {
  return (await offers(everything).where('o.course_id', id).first()) as OfferRow | null
}

/** @throws AppError 404 for a course that is not in this person's catalogue */
export async function findOffer(id: string | number, everything: boolean): Promise<OfferRow> {
  const row = await offerOrNull(id, everything)
  if (!row) throw notFound()
  return row
}

/** A course with its next steps. @throws AppError 403 no_catalogue; 404 */
export async function showOffer(session: Session, id: string, mayTake: (row: OfferRow) => Promise<boolean>): Promise<OfferDetail> {
  await assertCatalogue(session)
  return withinReach(session, 'catalogue.show', async () => {
    const row = await findOffer(id, isAdminRole(session.role))
    const own = session.membershipId && session.role === 'leerling' ? await ownStanding(session, session.membershipId, row.course_id) : null
    return {
      row,
      ...(await examsOf(row)),
      participation: own?.participation ?? null,
      requested: own?.requested ?? false,
      passedAt: own?.passedAt ?? null,
      mayTake: await mayTake(row),
    }
  })
}

/** The next moments of a course's exam, and the result of passing it. */
export async function examsOf(row: OfferRow): Promise<Pick<OfferDetail, 'moments' | 'exam'>> {
  const exams = await serviceOf(examsService)
  if (!exams) return { moments: [], exam: null }
  const [moments, exam] = [await exams.moments({ courseId: row.course_id }), await exams.examOf(row.course_id)]
  return { moments: moments.slice(0, 12), exam: exam && { certificate: exam.certificate, valid_months: exam.validMonths } }
}

async function ownStanding(session: Session, membershipId: number, courseId: number) {
  const learning = await serviceOf(learningService)
  const standing = await learning?.standing(membershipId, courseId)
  return {
    participation: standing?.openId ?? null,
    passedAt: standing?.passed?.at ?? null,
    requested: (await requestedCourses(session, [courseId])).has(courseId),
  }
}
