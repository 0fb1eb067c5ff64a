import type { HttpContext } from '@adonisjs/core/http'
import { readUpload } from '#core/kit/files'
import { listPage } from '#core/kit/lists'
import { checkValidator, decisionValidator, ownFileValidator, ownValidator } from '#plugins/external_courses/server/validators/courses'
import { attachment } from '../files.js'
import { reviewList } from '../lists/review.js'
import { decideCertificate, recordCheck } from '../services/decisions.js'
import { storeOwnFile, submitCertificate, withdrawCertificate } from '../services/own_certificates.js'
import { toCourse, toCourseWithFiles } from '../transformers/course_transformer.js'

/** Certificates that people upload, and the supervisors' decisions. */
export default class CertificatesController {
  async file(ctx: HttpContext) {
    const { name } = await ownFileValidator.validate(ctx.request.qs())
    const data = await storeOwnFile(ctx.session!, name, () => readUpload(ctx, 'file', attachment.maxBytes))
    ctx.response.status(201)
    return { data }
  }

  async submit({ request, response, session }: HttpContext) {
    const { row, files } = await submitCertificate(session!, await request.validateUsing(ownValidator))
    response.status(201)
    return { data: toCourseWithFiles(row, files) }
  }

  async withdraw({ params, session }: HttpContext) {
    await withdrawCertificate(session!, String(params.id))
    return { status: 'good' as const }
  }

  async review(ctx: HttpContext) {
    return listPage(reviewList, ctx, (row) => toCourse(row))
  }

  async decide({ params, request, session }: HttpContext) {
    const { row, files } = await decideCertificate(session!, String(params.id), await request.validateUsing(decisionValidator))
    return { data: toCourseWithFiles(row, files) }
  }

  async check({ params, request, session }: HttpContext) {
    const { row, files } = await recordCheck(session!, String(params.id), await request.validateUsing(checkValidator))
    return { data: toCourseWithFiles(row, files) }
  }
}
