import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '../../contract/errors.js'
import type { Session } from '../../tenancy/session.js'
import { finishUpload } from '../uploads/finish.js'
import { rememberSender, uploadServer } from '../uploads/server.js'
import { type UploadRow, findUpload } from '../uploads/upload_store.js'

/** Resumable uploads (tus) of one's own, in one's own company. */
export default class UploadsController {
  /** POST, HEAD, PATCH and DELETE of the protocol, which writes its own answers. */
  async handle({ params, request, response, session }: HttpContext) {
    // An admin without a company has no place for a file.
    if (!session!.companyId) throw notFound()
    const token = params.id === undefined ? null : (await ownUpload(session!, String(params.id))).token
    rememberSender(request.request, { session: session!, token })
    await (await uploadServer()).handle(request.request, response.response)
  }

  /** The progress, and the finished file, for a browser that lost the answer to its last piece. HEAD belongs to the protocol. */
  async show(ctx: HttpContext) {
    if (ctx.request.method() === 'HEAD') return this.handle(ctx)
    const row = await ownUpload(ctx.session!, String(ctx.params.id))
    return { data: { purpose: row.purpose, name: row.name, size: row.size, file_id: await finishUpload(row) } }
  }
}

/** Only the person who started an upload may continue it. @throws AppError 404 */
async function ownUpload(session: Session, token: string): Promise<UploadRow> {
  const row = session.companyId ? await findUpload(token) : null
  if (!row || row.membership_id !== session.membershipId) throw notFound()
  return row
}
