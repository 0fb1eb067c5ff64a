import type { HttpContext } from '@adonisjs/core/http'
import { sendFile } from '#core/kit/files'
import { listPage } from '#core/kit/lists'
import { inChosenCompany } from '#core/kit/scope'
import { revokeCertificateValidator, sampleValidator } from '#plugins/certificates/server/validators/certificates'
import { certificates } from '../lists/certificates.js'
import { listOwnCertificates, readDocument, revokeCertificate } from '../services/certificate_service.js'
import { sampleDocument } from '../services/document_service.js'
import { toListed, toOwn } from '../transformers/certificate_transformer.js'

/** Certificates for their owners and for managers. */
export default class CertificatesController {
  async index(ctx: HttpContext) {
    return listPage(certificates, ctx, toListed)
  }

  async mine({ session }: HttpContext) {
    return { data: (await listOwnCertificates(session!)).map(toOwn) }
  }

  async pdf(ctx: HttpContext) {
    // A download, not a view: the platform's own policy forbids documents to run inside it.
    return sendFile(ctx, await readDocument(ctx.session!, String(ctx.params.id)))
  }

  /** A certificate in an unsaved style. */
  async sample({ request, response, session }: HttpContext) {
    const { company, ...look } = await request.validateUsing(sampleValidator)
    // A company can try a style before it issues certificates, too.
    const chosen = { company: company ?? 0, reason: 'certificates.sample', plugin: 'core' }
    const content = await inChosenCompany(session!, chosen, () => sampleDocument(look, session!.row.language))
    response.header('Content-Type', 'application/pdf')
    response.header('Content-Disposition', 'attachment; filename="certificate.pdf"')
    response.send(Buffer.from(content))
  }

  async revoke({ params, request, session }: HttpContext) {
    const { reason } = await request.validateUsing(revokeCertificateValidator)
    return { data: toListed(await revokeCertificate(session!, String(params.id), reason)) }
  }
}
