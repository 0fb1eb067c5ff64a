import { can } from '#core/contract/access'
import { actionForm, profileSectionSlot } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { catalogueActionsSlot } from '#plugins/catalogue/contract/index'

export default defineWebPlugin({
  id: 'marketing',
  pages: {
    'marketing.list': () => import('./pages/ListPage.js'),
    'marketing.campaign': () => import('./pages/CampaignPage.js'),
    'marketing.leads': () => import('./pages/LeadsPage.js'),
    'marketing.interest': () => import('./pages/InterestPage.js'),
    'marketing.unsubscribe': () => import('./pages/UnsubscribePage.js'),
  },
  fills: [
    fillSlot(actionForm('marketing.lead_state'), { key: 'lead_state', order: 10, load: () => import('./components/LeadState.js') }),
    fillSlot(actionForm('marketing.lead_owner'), { key: 'lead_owner', order: 10, load: () => import('./components/LeadOwner.js') }),
    fillSlot(catalogueActionsSlot, { key: 'interest', order: 70, load: () => import('./components/InterestButton.js') }),
    fillSlot(profileSectionSlot, {
      key: 'marketing_consent',
      order: 60,
      access: can('marketing.consent'),
      load: () => import('./components/OwnConsent.js'),
    }),
  ],
})
