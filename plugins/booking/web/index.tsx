import { can } from '#core/contract/access'
import { quickActionsSlot } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { administrationTabSlot } from '#plugins/administration/contract/index'
import { catalogueActionsSlot } from '#plugins/catalogue/contract/index'
import { trainingsSlot } from '#plugins/learning/contract/index'

export default defineWebPlugin({
  id: 'booking',
  pages: {
    'booking.wizard': () => import('./pages/WizardPage.js'),
    'booking.own': () => import('./pages/BookingPage.js'),
    'booking.change': () => import('./pages/BookingPage.js'),
    'booking.confirm': () => import('./pages/ConfirmPage.js'),
  },
  fills: [
    fillSlot(administrationTabSlot, {
      key: 'bookings',
      order: 10,
      label: 'booking.bookings.title',
      access: can('booking.manage'),
      count: () => import('./count.js').then(({ countBookings }) => countBookings()),
      load: () => import('./pages/BookingsTab.js'),
    }),
    fillSlot(quickActionsSlot, {
      key: 'book',
      order: 10,
      // Participants book in the popup at /intern/booking; the "+" entry is for everybody else.
      access: can('booking.others'),
      load: () => import('./components/BookEntry.js'),
    }),
    fillSlot(catalogueActionsSlot, {
      key: 'book',
      order: 30,
      access: can('booking.wizard'),
      load: () => import('./components/BookOffer.js'),
    }),
    fillSlot(trainingsSlot, {
      key: 'exams',
      order: 10,
      access: can('booking.book'),
      load: () => import('./components/OwnExams.js'),
    }),
  ],
  commands: [{ label: 'booking.command.book', icon: 'add', to: '/intern/booking', access: can('booking.wizard') }],
})
