import type { HttpContext } from '@adonisjs/core/http'
import { ownBranding } from '#core/kit/companies'
import { qrPath } from '#core/kit/qr'
import { qrcodeUrl } from '../services/links.js'
import { inCompanyOfCertificate } from '../services/certificate_service.js'
import { toPublic } from '../transformers/certificate_transformer.js'

/** For a visitor with a certificate: no session, the token is the permission. */
export default class PublicCertificatesController {
  async show({ params }: HttpContext) {
    return inCompanyOfCertificate(String(params.token), async (certificate) => ({
      data: toPublic(certificate, await ownBranding(), qrPath(await qrcodeUrl(certificate.token))),
    }))
  }
}
