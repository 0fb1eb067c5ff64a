import { can } from '#core/contract/access'
import { defineWebPlugin } from '#core/contract/web'

export default defineWebPlugin({
  id: 'booking_links',
  pages: {
    'booking_links.list': () => import('./pages/LinksPage.js'),
    'booking_links.create': () => import('./pages/CreatePage.js'),
    'booking_links.link': () => import('./pages/LinkPage.js'),
    'booking_links.enter': () => import('./pages/EnterPage.js'),
  },
  commands: [
    { label: 'booking_links.command.create', icon: 'add', to: '/tools/bookinglink/aanmaken', access: can('booking_links.manage') },
  ],
})
