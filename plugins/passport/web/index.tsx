import { can } from '#core/contract/access'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { resultsSlot } from '#plugins/learning/contract/index'
import { participantTabSlot } from '#plugins/people/contract/index'

export default defineWebPlugin({
  id: 'passport',
  pages: {
    'passport.own': () => import('./pages/OwnPage.js'),
    'passport.public': () => import('./pages/PublicPage.js'),
  },
  fills: [
    fillSlot(resultsSlot, {
      key: 'passport',
      order: 3,
      access: can('learning.courses.take'),
      load: () => import('./components/ToPassport.js'),
    }),
    fillSlot(participantTabSlot, {
      key: 'passport',
      order: 40,
      label: 'passport.tab',
      access: can('passport.view'),
      load: () => import('./components/PassportTab.js'),
    }),
  ],
})
