import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { bookingSeatsSlot } from '#plugins/booking/contract/index'

export default defineWebPlugin({
  id: 'seat_keys',
  pages: { 'seat_keys.use': () => import('./pages/KeyPage.js') },
  fills: [
    fillSlot(bookingSeatsSlot, {
      key: 'keys',
      order: 10,
      access: can('seat_keys.manage'),
      load: () => import('./components/KeysSection.js'),
    }),
  ],
})
