import { can, signedIn } from '#core/contract/access'
import { helpMenuSlot, overlaySlot, pageHelpSlot, quickActionsSlot } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import AskOverlay from './components/AskOverlay.js'
import PageHelpLink from './components/PageHelpLink.js'
import TourOverlay from './components/TourOverlay.js'

export default defineWebPlugin({
  id: 'support',
  pages: {
    'support.list': () => import('./pages/ListPage.js'),
    'support.question': () => import('./pages/QuestionPage.js'),
    'support.article': () => import('./pages/ArticlePage.js'),
    'support.help': () => import('./pages/HelpPage.js'),
  },
  fills: [
    fillSlot(quickActionsSlot, { key: 'ask', order: 90, access: signedIn, load: () => import('./components/AskEntry.js') }),
    fillSlot(helpMenuSlot, { key: 'tour', order: 20, access: can('support.tour'), load: () => import('./components/TourEntry.js') }),
    fillSlot(pageHelpSlot, { key: 'help', order: 10, access: signedIn, shown: PageHelpLink }),
    fillSlot(overlaySlot, { key: 'ask', order: 30, access: signedIn, shown: AskOverlay }),
    fillSlot(overlaySlot, {
      key: 'tour',
      order: 40,
      access: can('support.tour'),
      shown: TourOverlay,
    }),
  ],
})
