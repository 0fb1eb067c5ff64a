import { can } from '#core/contract/access'
import { profileSectionSlot } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'

export default defineWebPlugin({
  id: 'marketing',
  pages: {
    'marketing.list': () => import('./pages/ListPage.js'),
    'marketing.campaign': () => import('./pages/CampaignPage.js'),
    'marketing.unsubscribe': () => import('./pages/UnsubscribePage.js'),
  },
  fills: [
    fillSlot(profileSectionSlot, {
      key: 'marketing_consent',
      order: 60,
      access: can('marketing.consent'),
      load: () => import('./components/OwnConsent.js'),
    }),
  ],
})
