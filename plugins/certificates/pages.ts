import { anyone } from '#core/contract/access'
import { definePages } from '#core/contract/pages'

const companyFrom = { param: 'token', table: 'certificates_certificates' }

/** Public: the holder of the certificate (or its QR code) may check it. The token cannot be guessed. */
export const pages = definePages([
  {
    name: 'certificates.status',
    path: '/certificate/status/:token',
    access: anyone,
    title: 'certificates.status.title',
    hideNavigation: true,
    companyFrom,
  },
  {
    name: 'certificates.qrcode',
    path: '/certificate/qrcode/:token',
    access: anyone,
    title: 'certificates.qrcode.title',
    hideNavigation: true,
    companyFrom,
  },
])
