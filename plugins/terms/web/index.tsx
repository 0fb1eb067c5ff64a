import { signedIn } from '#core/contract/access'
import { overlaySlot } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import TermsGate from './components/TermsGate.js'

export default defineWebPlugin({
  id: 'terms',
  pages: {
    'terms.list': () => import('./pages/ListPage.js'),
    'terms.editor': () => import('./pages/EditorPage.js'),
    'terms.viewer': () => import('./pages/ViewerPage.js'),
  },
  fills: [fillSlot(overlaySlot, { key: 'ask', order: 20, access: signedIn, shown: TermsGate })],
})
