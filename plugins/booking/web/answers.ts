import type { ImportedPerson } from '#plugins/people/contract/imports'
import type { Answers } from '../server/validators/booking.js'

export interface WizardPerson extends ImportedPerson {
  /** The exam adjustments. */
  adjustments?: ('reading_aloud' | 'extra_time')[]
}

/** The wizard's values: the answers in the shape of the form's fields. */
export interface WizardValues {
  option: string
  course: number | null
  type: string
  people: WizardPerson[]
  /** The number of seats without names, as typed; null: people are chosen by name. */
  seats: string | null
  moment: number | null
  /** Hash of the exam terms that were agreed to; empty when none were yet. */
  exam_terms: string
  wishes: string
  method: string
  order_number: string
  /** ID of the booking that is booked again. */
  again: number | null
  /** The booking link that the wizard was opened with. */
  link: string | null
  /** Filter of the exam moments to show first; empty for all. */
  moments: { city: string; language: string; month: string }
  buyer: Record<(typeof BUYER_FIELDS)[number], string>
}

export const BUYER_FIELDS = [
  'company',
  'contact',
  'contact_email',
  'invoice_email',
  'street',
  'postal_code',
  'city',
  'country',
  'vat_number',
  'registration_number',
] as const

/** The initial values: the draft, and the buyer of the last invoice. */
export function valuesOf(answers: Answers | undefined, buyer: Answers['buyer'], self: WizardPerson | null): WizardValues {
  const first = { ...buyer, ...answers?.buyer }
  const people = (answers?.people ?? []).map((person) => ({
    membership: person.membership ?? null,
    firstname: person.firstname ?? '',
    infix: person.infix ?? null,
    lastname: person.lastname ?? '',
    email: person.email ?? '',
    birthdate: person.birthdate ?? null,
    ...(person.adjustments && { adjustments: person.adjustments }),
  }))
  return {
    option: answers?.option ?? '',
    course: answers?.course ?? null,
    type: answers?.type ?? '',
    people: self ? [people[0] ?? self] : people,
    seats: answers?.seats ? String(answers.seats) : null,
    moment: answers?.moment ?? null,
    exam_terms: answers?.exam_terms ?? '',
    wishes: answers?.wishes ?? '',
    method: answers?.method ?? '',
    order_number: answers?.order_number ?? '',
    again: answers?.again ?? null,
    link: answers?.link ?? null,
    moments: { city: '', language: '', month: '', ...answers?.moments },
    buyer: Object.fromEntries(BUYER_FIELDS.map((field) => [field, first[field] ?? ''])) as WizardValues['buyer'],
  }
}

/** The same values with a course that was chosen elsewhere; the participants and the buyer stay. */
export function beginWith(values: WizardValues, course: { id: number; sector: string }): WizardValues {
  if (values.course === course.id) return values
  return { ...values, option: course.sector, course: course.id, type: '', moment: null, again: null, link: null }
}

/** Applies the address parameters beside the course: participants, type and exam moment. Pure. */
export function filledIn(values: WizardValues, params: URLSearchParams): WizardValues {
  const members = (params.get('people') ?? '').split(',').filter((id) => /^[1-9]\d{0,14}$/.test(id))
  const type = params.get('type') ?? ''
  const moment = params.get('moment') ?? ''
  const nobody = { firstname: '', infix: null, lastname: '', email: '', birthdate: null }
  return {
    ...values,
    ...(members.length && { people: members.map((id) => ({ ...nobody, membership: Number(id) })) }),
    ...(['elearning', 'elearning_exam', 'exam'].includes(type) && { type }),
    ...(/^[1-9]\d{0,14}$/.test(moment) && { moment: Number(moment) }),
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** Whether the number of seats can be sent; the server checks it again. */
export const isSeats = (seats: string): boolean => /^([1-9]\d?|1\d\d|200)$/.test(seats.trim())

/** The answers in the server's format. An incomplete birth date is left out. */
export const answersOf = ({ option, type, method, buyer, people, seats, exam_terms: terms, ...rest }: WizardValues): Answers => ({
  ...rest,
  ...(seats !== null && isSeats(seats) && { seats: Number(seats) }),
  option: option || null,
  type: (type || null) as Answers['type'],
  exam_terms: terms || null,
  method: (method || null) as Answers['method'],
  people: people.map((person) => ({ ...person, birthdate: person.birthdate && DAY.test(person.birthdate) ? person.birthdate : null })),
  // An incomplete country or VAT number is not sent, so that the draft is saved anyway.
  buyer: {
    ...buyer,
    country: /^[A-Z]{2}$/.test(buyer.country) ? buyer.country : 'NL',
    registration_number: buyer.registration_number.replace(/[\s.]/g, '').slice(0, 20),
    vat_number: /^[A-Za-z0-9]{4,20}$/.test(buyer.vat_number.trim()) ? buyer.vat_number.trim() : '',
  },
})
