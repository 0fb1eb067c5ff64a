import type { HttpContext } from '@adonisjs/core/http'
import { readUpload, sendFile } from '#core/kit/files'
import { attachmentValidator } from '#plugins/external_courses/server/validators/courses'
import { attachment } from '../files.js'
import { addAttachment, openAttachment, removeAttachment } from '../services/attachment_service.js'
import { showCourse } from '../services/course_service.js'
import { toCourseWithFiles } from '../transformers/course_transformer.js'

/** Proof of external courses. */
export default class AttachmentsController {
  async create(ctx: HttpContext) {
    const { params, session, request, response } = ctx
    const id = String(params.id)
    // Check who it belongs to before its content, so that another company's is not found.
    await showCourse(session!, id)
    const what = await attachmentValidator.validate(request.qs())
    await addAttachment(session!, id, what, () => readUpload(ctx, 'file', attachment.maxBytes))
    const { row, files } = await showCourse(session!, id)
    response.status(201)
    return { data: toCourseWithFiles(row, files) }
  }

  async remove({ params, session }: HttpContext) {
    await removeAttachment(session!, String(params.id), String(params.attachment))
    return { status: 'good' as const }
  }

  async file(ctx: HttpContext) {
    const file = await openAttachment(ctx.session!, String(ctx.params.attachment))
    await sendFile(ctx, file)
  }
}
