import { AppError } from '#core/contract/errors'
import { MAX_TOTAL_CENTS, type Totals, totalsOf } from '#core/contract/money'
import { today } from '#core/kit/days'
import type { Session } from '#core/kit/scope'
import { serviceOf } from '#core/kit/services'
import { type ContractTerms, contractsService } from '#plugins/contracts/contract/index'
import { type ExamMoment, type ExamTerms, examsService } from '#plugins/exams/contract/index'
import { hasVatNumbers, isVatNumber } from '#plugins/invoices/contract/vat_number'
import { learningService } from '#plugins/learning/contract/index'
import type { Offer } from '#plugins/learning/contract/offers'
import { MIN_CENTS, paymentsService } from '#plugins/payments/contract/index'
import { BOOKING_TYPES, type BookingType, PAYMENT_METHODS, type PaymentMethod, type PriceLine } from '../../contract/index.js'
import { priceLines, sirDiscount } from '../money/price.js'
import { shortfallOf } from '../../shortfall.js'
import type { Answers } from '../validators/booking.js'
import { isAgreed, termsOfMoment } from './agreements.js'
import { examDay, venueOf } from './exam_facts.js'
import { linkOf } from './links.js'
import { type LinkTerms, linkedPrices } from '#plugins/booking_links/contract/index'
import { seatKeysService } from '#plugins/seat_keys/contract/index'
import { waitingListService } from '#plugins/waiting_list/contract/index'
import { isSirMember } from './sir.js'
import { type Terms, termsNow } from './terms.js'
import { checkAdjustments, checkAdults, type PlannedPerson, planPeople, type Problem } from './wizard_people.js'

/** The offer of a course: by its type, and with an exam where possible, with upcoming moments if they were read. */
async function typesOf({ type, courseId }: Offer): Promise<{ types: BookingType[]; coming: ExamMoment[] }> {
  const exams = await serviceOf(examsService)
  const coming = exams && type === 'e-learning' ? await exams.moments({ courseId }) : []
  const hasExam = exams !== null && (type !== 'e-learning' || coming.length > 0)
  return { types: BOOKING_TYPES.filter((one) => (type !== 'exam' || one === 'exam') && (hasExam || one === 'elearning')), coming }
}

/** A booking as it would be made now: its price, and what is still wrong with it. */
export interface Plan {
  offer: Offer | null
  /** The types in which its course can be booked. */
  types: BookingType[]
  type: BookingType | null
  people: PlannedPerson[]
  /** Seats without names were chosen. */
  byKeys: boolean
  /** They can be chosen. */
  mayByKeys: boolean
  /** The number of people, or of seats without names. */
  count: number
  moment: ExamMoment | null
  /** The terms of the exam's provider. */
  examTerms: ExamTerms | null
  methods: PaymentMethod[]
  method: PaymentMethod | null
  contract: ContractTerms | null
  terms: Terms
  lines: PriceLine[]
  totals: Totals
  /** Proposed to an admin; not part of the price. */
  discount: PriceLine | null
  /** The booking link that the wizard started with; null without one or when it is not valid. */
  link: LinkTerms | null
  /** The link's discount, in cents without VAT. */
  savedCents: number
  problems: Problem[]
}

/** The ways to pay, by what is on for the company. */
async function paymentMethods({ bills: byInvoice }: Terms): Promise<PaymentMethod[]> {
  const byCard = await (await serviceOf(paymentsService))?.isAvailable()
  return PAYMENT_METHODS.filter((method) => (method === 'invoice' ? byInvoice : byCard))
}

async function momentOf(
  answers: Answers,
  offer: Offer,
  { people, coming, link }: { people: readonly PlannedPerson[]; coming: readonly ExamMoment[]; link: LinkTerms | null },
  wrong: (field: string, rule: string) => void,
): Promise<ExamMoment | null> {
  if (!answers.moment) {
    wrong('moment', 'required')
    return null
  }
  const moment = coming.find(({ id }) => id === answers.moment) ?? (await (await serviceOf(examsService))?.moment(answers.moment))
  if (!moment || moment.courseId !== offer.courseId || moment.withdrawn) {
    wrong('moment', 'enum')
    return null
  }
  if (Date.parse(moment.startsAt) <= Date.now()) wrong('moment', 'moment_past')
  else if (moment.closed) wrong('moment', 'moment_closed')
  else if (moment.seatsLeft + reservedBy(link, moment.id) < people.length) {
    // A seat that the waiting list holds for one of them is theirs.
    const held = await heldFor(moment.id, people)
    if (moment.seatsLeft + reservedBy(link, moment.id) + held < people.length) wrong('moment', 'no_seats_left')
  }
  return moment
}

/** The seats of a moment that the booking link reserves. */
const reservedBy = (link: LinkTerms | null, moment: number) => (link?.reserved?.momentId === moment ? link.reserved.seatsLeft : 0)

const heldFor = async (moment: number, people: readonly PlannedPerson[]) =>
  (await (await serviceOf(waitingListService))?.countHeldSeats(moment, people)) ?? 0

/** The company's contract for this course. A reached limit is reported by the wizard, not by this query. */
async function contractOf(
  answers: Answers,
  who: readonly PlannedPerson[] | { seats: number },
  problems: Problem[],
): Promise<ContractTerms | null> {
  const contracts = await serviceOf(contractsService)
  if (!contracts || !answers.course || answers.type === 'exam') return null
  const people = 'seats' in who ? [] : who
  const membershipIds = people.flatMap(({ membershipId }) => membershipId ?? [])
  const isNew = 'seats' in who ? who.seats : people.length - membershipIds.length
  try {
    return await contracts.preview({ subject: '', courseId: answers.course, membershipIds, people: isNew })
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 409) throw error
    problems.push({ field: 'people', rule: error.code })
    return null
  }
}

const BUYER = ['company', 'contact', 'street', 'postal_code', 'city', 'country'] as const
const EMAILS = ['contact_email', 'invoice_email'] as const
const EMAIL = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/

async function checkBilling(answers: Answers, methods: readonly PaymentMethod[], wrong: (field: string, rule: string) => void) {
  // Specification, section 5: booking invoice.
  for (const field of BUYER) if (!answers.buyer?.[field]) wrong(`buyer.${field}`, 'required')
  for (const field of EMAILS) if (!EMAIL.test(answers.buyer?.[field] ?? '')) wrong(`buyer.${field}`, 'email')
  const { country = 'NL', vat_number: number, registration_number: chamber } = answers.buyer ?? {}
  // A mistyped number would be invoiced without tax, or be refused by the buyer's bookkeeping.
  if (number && hasVatNumbers(country) && !isVatNumber(country, number)) wrong('buyer.vat_number', 'vat_number')
  if (country === 'NL' && chamber && chamber.length !== 8) wrong('buyer.registration_number', 'registration_number')
  if (!answers.method || !methods.includes(answers.method)) wrong('method', methods.length ? 'required' : 'no_payment_method')
  const accepted = (await (await serviceOf(contractsService))?.acceptsOrderNumber(answers.order_number || null)) ?? true
  if (!accepted) wrong('order_number', 'order_number')
}

/** Computes a booking from the wizard's answers; only the server does. Does not throw for missing answers. */
export async function planOf(session: Session, answers: Answers): Promise<Plan> {
  const problems: Problem[] = []
  const wrong = (field: string, rule: string) => void problems.push({ field, rule })
  const learning = await serviceOf(learningService)
  const offer = answers.course ? ((await learning?.offers([answers.course]))?.[0] ?? null) : null
  const link = await linkOf(answers, wrong)
  if (!offer) wrong('course', answers.course ? 'enum' : 'required')
  // Participants see what everybody may see (specification, section 3: is_consumer_course), and a course that an admin's link offers.
  else if (session.role === 'leerling' && !offer.isConsumerCourse && !link) wrong('course', 'enum')
  const { types: all, coming } = offer ? await typesOf(offer) : { types: [], coming: [] }
  const types = all.filter((one) => !link?.type || one === link.type)
  const isOffered = answers.type && types.includes(answers.type)
  if (!isOffered) wrong('type', answers.type ? 'enum' : 'required')
  const type = isOffered ? answers.type! : null
  const byKeys = Boolean(answers.seats)
  const { people, problems: wrongPeople } = byKeys ? { people: [], problems: [] } : await planPeople(session, answers)
  problems.push(...wrongPeople)
  const count = answers.seats || people.length
  if (offer && type === 'elearning' && answers.language && !offer.languages.includes(answers.language)) wrong('language', 'enum')
  const moment = offer && type && type !== 'elearning' ? await momentOf(answers, offer, { people, coming, link }, wrong) : null
  // The platform's admins agree to nothing for a company (decision 0206).
  const examTerms = moment && session.membershipId ? await termsOfMoment(session, moment) : null
  if (examTerms && !isAgreed(examTerms, answers.exam_terms)) wrong('exam_terms', answers.exam_terms ? 'terms_changed' : 'agree_to_terms')
  if ((offer?.adultsOnly && type !== 'exam') || moment?.adultsOnly) {
    problems.push(...checkAdults(people, moment?.adultsOnly ? examDay(moment) : today()))
  }
  if (moment) problems.push(...checkAdjustments(people, moment.adjustments))
  const [terms, contract, keys] = await Promise.all([
    termsNow(),
    contractOf(answers, people.length ? people : { seats: count }, problems),
    serviceOf(seatKeysService),
  ])
  // A contract gives its courses to people by name.
  const mayByKeys = keys !== null && session.can('booking.others') && type === 'elearning' && contract === null
  if (link && count > 0 && count < link.minPeople) wrong(byKeys ? 'seats' : 'people', 'link_min_people')
  if (byKeys && !mayByKeys) wrong('seats', contract ? 'contract_covers' : 'seats_not_offered')
  const methods = await paymentMethods(terms)
  await checkBilling(answers, methods, wrong)
  const method = answers.method && methods.includes(answers.method) ? answers.method : null
  const rates = {
    buyer: { country: answers.buyer?.country ?? 'NL', vatNumber: answers.buyer?.vat_number || null },
    ...{ registered: terms.registered, taught: offer?.vatKind === 'taught', closes: moment?.closesTeaching ?? false },
    venue: moment ? venueOf(moment) : 'NL',
  }
  const linesAt = (prices: { courseCents: number; examCents: number }) =>
    type
      ? priceLines({
          ...prices,
          shortfall: shortfallOf(moment, count),
          moment: moment?.id ?? null,
          type,
          people: count,
          contract,
          method,
          costs: terms.costs,
          rates,
        })
      : []
  const listed = { courseCents: offer?.priceCents ?? 0, examCents: (moment ?? coming[0])?.priceCents ?? terms.examCents }
  const lines = linesAt(link && type ? linkedPrices(link.price, type, listed) : listed)
  const totals = totalsOf(lines)
  const savedCents = link ? totalsOf(linesAt(listed)).netCents - totals.netCents : 0
  if (method === 'card' && totals.totalCents > 0 && totals.totalCents < MIN_CENTS) wrong('method', 'amount_too_small')
  // The number of people at this price exceeds what an invoice can hold.
  if (totals.totalCents > MAX_TOTAL_CENTS) wrong('people', 'amount_too_large')
  const discount = (await isSirMember()) ? sirDiscount(lines) : null
  return {
    ...{
      offer,
      types,
      type,
      people,
      byKeys,
      mayByKeys,
      count,
      moment,
      examTerms,
      methods,
      method,
      contract,
      terms,
      lines,
      totals,
      discount,
    },
    ...{ link, savedCents, problems },
  }
}
