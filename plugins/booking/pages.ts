import { can } from '#core/contract/access'
import { definePages } from '#core/contract/pages'

export const pages = definePages([
  // Specification, section 2: the booking popup. Supervisors open it with the "+" of the bar.
  {
    name: 'booking.wizard',
    path: '/intern/booking',
    access: can('booking.wizard'),
    title: 'booking.wizard.title',
    help: { topic: 'orders', article: 'booking' },
    lead: { text: 'booking.wizard.text' },
    width: 'wide',
  },
  // A participant's own booking; they return here after paying, and from its mails.
  { name: 'booking.own', path: '/deelnemer/boeking', access: can('booking.book'), title: 'booking.change.title', width: 'wide' },
  // `?id=` of a booking, as with every page of the specification that has no parameter in its path.
  {
    name: 'booking.change',
    path: '/administratie/boekingen/wijzigen',
    access: can('booking.manage'),
    title: 'booking.change.title',
    width: 'wide',
  },
  {
    name: 'booking.confirm',
    path: '/administratie/boekingen/bevestigen',
    access: can('booking.manage'),
    title: 'booking.confirm.title',
    lead: { text: 'booking.confirm.text_own', forAdmins: 'booking.confirm.text' },
    back: 'booking.bookings.title',
    width: 'wide',
  },
])
