import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { courseResultSlot } from '#plugins/learning/contract/index'
import { participantPanelSlot } from '#plugins/people/contract/index'

export default defineWebPlugin({
  id: 'certificates',
  pages: {
    'certificates.status': () => import('./pages/StatusPage.js'),
    'certificates.qrcode': () => import('./pages/QrcodePage.js'),
  },
  fills: {
    ...fillSlot(courseResultSlot, { key: 'certificate', order: 10, load: () => import('./components/CertificateCard.js') }),
    ...fillSlot(participantPanelSlot, { key: 'certificates', order: 10, load: () => import('./components/ParticipantCertificates.js') }),
  },
})
