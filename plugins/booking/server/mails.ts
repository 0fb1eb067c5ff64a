import { defineMail } from '#core/contract/plugin'
import { entryChanged } from '#plugins/exams/contract/index'
import {
  type BookingFacts,
  bookingConfirmed,
  bookingMoved,
  bookingNotPaid,
  type CancelledPart,
  courseCancelled,
  examAdjusted,
  examCancelled,
  examMoved,
  partCancelled,
} from '../contract/index.js'
import type { ExamMailFacts } from './services/mail_values.js'

type AdjustedFacts = BookingFacts & { key: string; membershipId: number; momentId: number; by: number | null }
const values = () => import('./services/mail_values.js')
const url = 'https://platform.example/administratie/boekingen/wijzigen?id=1'
const examSample = {
  number: 'B000012',
  course: 'Veilig werken op hoogte',
  moment: 'dinsdag 12 januari 2027 om 09:30',
  place: 'Examencentrum Noord, Havenweg 1, Den Helder',
  actionUrl: 'https://platform.example/deelnemer/trainingen',
}
// Nobody is told about a deleted person.
const isOfBooking = ({ key, membershipId }: ExamMailFacts) => key.startsWith('booking:') && membershipId !== null
/** To the person who booked, unless they booked for themselves only: then the mail to the participant is enough. */
const booker = {
  receivedBy: ['beheerder'] as const,
  when: ({ bookedBy, membershipIds }: BookingFacts) => bookedBy !== null && !(membershipIds.length === 1 && membershipIds[0] === bookedBy),
  to: ({ bookedBy }: BookingFacts) => bookedBy!,
}
const bookerSample = { number: 'B000012', course: 'Veilig werken op hoogte', people: 'Sanne de Vries en Bas Vos', actionUrl: url }
const exam = (cancelled: boolean) => ({
  receivedBy: ['leerling', 'beheerder'] as const,
  to: ({ membershipId }: ExamMailFacts) => membershipId!,
  load: async (facts: ExamMailFacts) => (await values()).examValues(facts),
  attachments: async (facts: ExamMailFacts) => (await values()).examCalendar(facts, cancelled),
  sample: examSample,
})

/** The mails about a booking. */
export const bookingMails = [
  defineMail<BookingFacts>({
    trigger: 'booking.mail.confirmed',
    on: bookingConfirmed,
    // A person who booked seats without names gets the mail with their keys instead.
    when: ({ bookedBy, byKeys }) => bookedBy !== null && !byKeys,
    receivedBy: ['leerling', 'beheerder'],
    to: ({ bookedBy }) => bookedBy!,
    load: async (facts) => (await values()).confirmedValues(facts),
    sample: {
      number: 'B000012',
      course: 'Veilig werken op hoogte',
      type: 'E-learning met examen',
      people: '3',
      exam: 'dinsdag 12 januari 2027 om 09:30, Examencentrum Noord, Den Helder',
      total: '€ 885,78',
      actionUrl: url,
    },
  }),
  defineMail<BookingFacts>({
    trigger: 'booking.mail.payment_failed',
    on: bookingNotPaid,
    when: ({ bookedBy }) => bookedBy !== null,
    receivedBy: ['leerling', 'beheerder'],
    to: ({ bookedBy }) => bookedBy!,
    load: async (facts) => (await values()).unpaidValues(facts),
    sample: { number: 'B000012', course: 'Veilig werken op hoogte', total: '€ 885,78', actionUrl: url },
  }),
  defineMail<ExamMailFacts & { status: string; from: string | null }>({
    trigger: 'booking.mail.exam_booked',
    on: entryChanged,
    // A new seat, not a moved one.
    when: (facts) => isOfBooking(facts) && facts.status === 'waiting' && facts.from === null,
    ...exam(false),
  }),
  defineMail<ExamMailFacts & { status: string }>({
    trigger: 'booking.mail.exam_confirmed',
    on: entryChanged,
    when: (facts) => isOfBooking(facts) && facts.status === 'confirmed',
    ...exam(false),
  }),
  defineMail<ExamMailFacts & { status: string }>({
    trigger: 'booking.mail.exam_refused',
    on: entryChanged,
    when: (facts) => isOfBooking(facts) && facts.status === 'refused',
    ...exam(true),
  }),
  defineMail<ExamMailFacts>({ trigger: 'booking.mail.exam_moved', on: examMoved, ...exam(false) }),
  defineMail<AdjustedFacts>({
    trigger: 'booking.mail.exam_adjusted',
    on: examAdjusted,
    ...exam(false),
    load: async (facts) => (await values()).adjustedValues(facts, facts.membershipId),
    sample: { ...examSample, adjustments: 'Voorlezen', minutes: '75' },
  }),
  defineMail<AdjustedFacts>({
    trigger: 'booking.mail.adjusted',
    on: examAdjusted,
    when: ({ bookedBy, membershipId, by }) => bookedBy !== null && bookedBy !== membershipId && bookedBy !== by,
    receivedBy: ['beheerder'],
    to: ({ bookedBy }) => bookedBy!,
    load: async (facts) => (await values()).adjustedValues(facts, facts.bookedBy),
    sample: { ...examSample, people: 'Sanne de Vries', adjustments: 'Voorlezen', minutes: '75', actionUrl: url },
  }),
  defineMail<ExamMailFacts & { reason: 'released' | 'withdrawn' }>({
    trigger: 'booking.mail.exam_cancelled',
    on: examCancelled,
    ...exam(true),
  }),
  defineMail<{ bookingId: number; membershipId: number }>({
    trigger: 'booking.mail.course_cancelled',
    on: courseCancelled,
    receivedBy: ['leerling', 'beheerder'],
    to: ({ membershipId }) => membershipId,
    load: async (facts) => (await values()).courseValues(facts),
    sample: { number: 'B000012', course: examSample.course, actionUrl: examSample.actionUrl },
  }),
  defineMail<BookingFacts & { momentId: number }>({
    trigger: 'booking.mail.moved',
    on: bookingMoved,
    ...booker,
    load: async (facts) => (await values()).movedValues(facts),
    sample: { ...bookerSample, moment: examSample.moment, place: examSample.place },
  }),
  defineMail<BookingFacts & { part: CancelledPart; cancellationCents: number }>({
    trigger: 'booking.mail.cancelled',
    on: partCancelled,
    // No other mail tells about a course that somebody booked for themselves.
    when: (facts) => facts.bookedBy !== null && (facts.part === 'course' || booker.when(facts)),
    receivedBy: ['leerling', 'beheerder'],
    to: booker.to,
    load: async (facts) => (await values()).cancelledValues(facts),
    sample: { ...bookerSample, what: 'Het examen is geannuleerd.', costs: 'Er zijn geen annuleringskosten.' },
  }),
]
