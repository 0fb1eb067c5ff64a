import { defineMail } from '#core/contract/plugin'
import { entryChanged } from '#plugins/exams/contract/index'
import { type BookingFacts, bookingConfirmed, bookingNotPaid, examMoved } from '../contract/index.js'
import type { ExamMailFacts } from './services/mail_values.js'

const values = () => import('./services/mail_values.js')
const url = 'https://platform.example/administratie/boekingen/wijzigen?id=1'
const examSample = {
  number: 'B000012',
  course: 'Veilig werken op hoogte',
  moment: 'dinsdag 12 januari 2027 om 09:30',
  place: 'Examencentrum Noord, Havenweg 1, Den Helder',
  actionUrl: 'https://platform.example/deelnemer/trainingen',
}
// Of somebody who is gone nobody is told.
const isOfBooking = ({ key, membershipId }: ExamMailFacts) => key.startsWith('booking:') && membershipId !== null
const exam = (cancelled: boolean) => ({
  receivedBy: ['leerling', 'beheerder'] as const,
  to: ({ membershipId }: ExamMailFacts) => membershipId!,
  load: async (facts: ExamMailFacts) => (await values()).examValues(facts),
  attachments: async (facts: ExamMailFacts) => (await values()).examCalendar(facts, cancelled),
  sample: examSample,
})

/** What is told of a booking, by mail. */
export const bookingMails = [
  defineMail<BookingFacts>({
    trigger: 'booking.mail.confirmed',
    on: bookingConfirmed,
    when: ({ bookedBy }) => bookedBy !== null,
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
]
