import { signedIn } from '#core/contract/access'
import { overlaySlot } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import VerifyOverlay from './components/VerifyOverlay.js'

export default defineWebPlugin({
  id: 'registration',
  pages: {
    'registration.register': () => import('./pages/RegisterPage.js'),
    'registration.sign_up': () => import('./pages/RegisterPage.js'),
    'registration.fields': () => import('./pages/FieldsPage.js'),
  },
  fills: [
    fillSlot(overlaySlot, {
      key: 'verify',
      order: 10,
      access: signedIn,
      shown: VerifyOverlay,
    }),
  ],
})
