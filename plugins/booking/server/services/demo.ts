import db from '@adonisjs/lucid/services/db'
import { currentCompanyId, sessionOfMember, type Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type ExamMoment, examsService } from '#plugins/exams/contract/index'
import { type LearningService, learningService } from '#plugins/learning/contract/index'
import { type Offer, SECTORS } from '#plugins/learning/contract/offers'
import type { Answers } from '../validators/booking.js'
import { termsOfMoment } from './agreements.js'
import { book } from './book.js'
import { act } from './act.js'
import { saveDraft } from './draft.js'
import { planOf } from './plan.js'
import type { BookingRow } from './store.js'

const BUYER = {
  contact: 'Crediteurenadministratie',
  contact_email: 'inkoop@boekhouding.example',
  invoice_email: 'facturen@boekhouding.example',
  street: 'Industrieweg 4',
  postal_code: '1976 CA',
  city: 'IJmuiden',
  country: 'NL',
  vat_number: '',
}

/** Written in Greek capitals, so that an admin can try the search with small letters. */
const GREEK_BUYER = {
  ...BUYER,
  company: 'ΤΕΧΝΙΚΟΣ ΟΜΙΛΟΣ ΑΙΓΑΙΟΥ',
  street: 'Ακτή Μιαούλη 8',
  postal_code: '185 38',
  city: 'Πειραιάς',
  country: 'GR',
  vat_number: 'EL094259216',
}

async function place(session: Session, answers: Answers): Promise<BookingRow | null> {
  const plan = await planOf(session, answers)
  // No demo for a company that books nothing or has no seats left.
  if (plan.problems.length) return null
  const draft = await saveDraft(session, { answers, step: null })
  return book(session, { draft: draft.id, version: draft.version, total_cents: plan.totals.totalCents })
}

/** One of several people cancels, so that the demo shows an invoice with a credit note. */
async function creditOne(session: Session, booking: BookingRow | null, person: number): Promise<void> {
  if (!booking) return
  await act(session, String(booking.id), { act: 'cancel_exam', person, updated_at: booking.version, reason: 'Kan die dag niet.' })
}

/** One company was exempt from VAT by the former setting, so that an admin has something to check. */
async function noteFlag(): Promise<void> {
  const company = await db.from('kit_companies').where({ id: currentCompanyId(), login_id: 'bouwmeester' }).select('id').first()
  if (!company || (await db.from('booking_vat_checks').where('company_id', company.id).first())) return
  await db.table('booking_vat_checks').insert({ company_id: company.id })
}

/** Courses that somebody has open come first, so that a used key changes nothing in learning's own demo. */
async function withOpenFirst(offers: readonly Offer[], people: readonly number[], learning: LearningService): Promise<Offer[]> {
  const open = new Map<number, number>()
  for (const { courseId } of offers) open.set(courseId, (await learning.haveOpen(courseId, people)).size)
  return offers.toSorted((a, b) => open.get(b.courseId)! - open.get(a.courseId)!)
}

/** Five seats without names of the first course that no contract covers. */
async function bookSeats(session: Session, offers: readonly Offer[], buyer: Answers['buyer']): Promise<void> {
  for (const { courseId: course } of offers) {
    const order = { option: SECTORS[0], course, type: 'elearning' as const, seats: 5, method: 'invoice' as const, buyer }
    if (await place(session, order)) return
  }
}

interface DemoFacts {
  offers: readonly Offer[]
  coming: ReadonlyMap<number, readonly ExamMoment[]>
  people: readonly number[]
}

/** An exam of one person with extra time, which can be changed on the booking's page; a Greek company pays for it. */
async function bookAdjusted(session: Session, { offers, coming, people }: DemoFacts): Promise<void> {
  for (const { courseId: course } of offers) {
    const moment = coming.get(course)?.find(({ adjustments, seatsLeft }) => adjustments.includes('extra_time') && seatsLeft >= 5)
    if (!moment) continue
    const exam = { moment: moment.id, exam_terms: (await termsOfMoment(session, moment))?.mark ?? null }
    const order = { option: SECTORS[0], course, type: 'exam' as const, method: 'invoice' as const, buyer: GREEK_BUYER, ...exam }
    const entered = await (await serviceOf(examsService))?.upcomingEntries(course, people)
    for (const membership of people.filter((id) => !entered?.has(id)))
      if (await place(session, { ...order, people: [{ membership, adjustments: ['extra_time'] }] })) return
  }
}

/**
 * Some bookings of the company's supervisor, and an unfinished wizard. Uses people who already have the course, so that learning's own demo
 * data stays the same. Idempotent.
 */
export async function loadDemo({ memberships }: { memberships: readonly number[] }): Promise<void> {
  await noteFlag()
  const supervisor = await db.from('kit_members').where({ role: 'beheerder', status: 'active' }).orderBy('id').select('id').first()
  const learning = await serviceOf(learningService)
  const session = supervisor && (await sessionOfMember(supervisor.id))
  if (!session || !learning || (await db.from('booking_bookings').first())) return
  const company = await db.from('kit_companies').where('id', session.companyId).select('name').firstOrFail()
  const buyer = { ...BUYER, company: `${company.name} B.V.` }
  const exams = await serviceOf(examsService)
  const offers = await learning.offers()
  const coming = new Map<number, ExamMoment[]>()
  for (const { courseId } of offers) coming.set(courseId, (await exams?.moments({ courseId })) ?? [])
  const examined = (offer: Offer) => (coming.get(offer.courseId)?.length ? 0 : 1)
  // Those with an exam first, so that the demo shows bookings of both kinds.
  offers.sort((a, b) => examined(a) - examined(b))
  const adults = await db
    .from('kit_members')
    .whereIn('id', [...memberships])
    .whereRaw(`birthdate < now() - interval '19 years'`)
    .orderBy('id')
  const known = adults.map(({ id }) => id as number)
  for (const offer of offers) {
    const open: number[] = []
    for (const id of known) if ((await learning.standing(id, offer.courseId)).openId) open.push(id)
    if (open.length < 2) continue
    const people = open.slice(0, 3).map((membership) => ({ membership }))
    const common = { option: SECTORS[0], course: offer.courseId, people, method: 'invoice' as const, buyer }
    await place(session, { ...common, type: 'elearning', order_number: '' })
    const moments = coming.get(offer.courseId) ?? []
    const moment = moments.find(({ seatsLeft }) => seatsLeft >= 5)
    // Exams has entered the first of them in its own demo.
    const last = open.slice(-1).map((membership) => ({ membership }))
    if (moment) {
      const exam = { moment: moment.id, exam_terms: (await termsOfMoment(session, moment))?.mark ?? null }
      await place(session, { ...common, ...exam, people: last, type: 'exam', wishes: 'Graag een plaats vooraan.' })
    }
    const later = moments.filter(({ seatsLeft }) => seatsLeft >= 5).at(-1)
    if (moment && later && later.id !== moment.id) {
      const exam = { moment: later.id, exam_terms: (await termsOfMoment(session, later))?.mark ?? null }
      await creditOne(session, await place(session, { ...common, ...exam, type: 'exam', order_number: '' }), open[0]!)
    }
    break
  }
  await bookAdjusted(session, { offers, coming, people: known })
  const courses = await withOpenFirst(offers, known, learning)
  await bookSeats(session, courses, buyer)
  await saveDraft(session, { answers: { option: 'all', people: [] }, step: 'course' })
}
