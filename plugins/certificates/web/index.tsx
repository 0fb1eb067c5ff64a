import { can, signedIn } from '#core/contract/access'
import { profileSectionSlot } from '#core/contract/slots'
import { defineWebPlugin, fillSlot } from '#core/contract/web'
import { companyLookSlot } from '#plugins/companies/contract/index'
import { courseResultSlot } from '#plugins/learning/contract/index'
import { participantTabSlot } from '#plugins/people/contract/index'
import { dashboardWidgetSlot } from '#plugins/reports/contract/index'

export default defineWebPlugin({
  id: 'certificates',
  pages: {
    'certificates.status': () => import('./pages/StatusPage.js'),
    'certificates.qrcode': () => import('./pages/QrcodePage.js'),
  },
  fills: [
    fillSlot(courseResultSlot, { key: 'certificate', order: 10, load: () => import('./components/CertificateCard.js') }),
    fillSlot(participantTabSlot, {
      key: 'certificates',
      order: 10,
      label: 'certificates.panel.title',
      access: can('certificates.view'),
      load: () => import('./components/ParticipantCertificates.js'),
    }),
    fillSlot(dashboardWidgetSlot, {
      key: 'expiring',
      order: 10,
      label: 'certificates.expiring.title',
      width: 'half',
      height: 240,
      access: can('certificates.view'),
      load: () => import('./components/ExpiringCertificates.js'),
    }),
    fillSlot(companyLookSlot, {
      key: 'certificate',
      order: 10,
      label: 'certificates.sample.title',
      access: can('certificates.view'),
      load: () => import('./components/LookCertificate.js'),
    }),
    fillSlot(profileSectionSlot, { key: 'own', order: 10, access: signedIn, load: () => import('./components/OwnCertificates.js') }),
  ],
})
