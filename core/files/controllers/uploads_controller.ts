import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '../../contract/errors.js'
import type { Session } from '../../tenancy/session.js'
import { finishUpload } from '../uploads/finish.js'
import { rememberSender, uploadServer } from '../uploads/server.js'
import { type UploadRow, findUpload } from '../uploads/upload_store.js'

/** Uploads that go on where they were (tus). One's own, in one's own company. */
export default class UploadsController {
  /** POST, HEAD, PATCH and DELETE of the protocol; it writes its answers itself. */
  async handle({ params, request, response, session }: HttpContext) {
    // An admin without a company has no place to put a file.
    if (!session!.companyId) throw notFound()
    const token = params.id === undefined ? null : (await ownUpload(session!, String(params.id))).token
    rememberSender(request.request, { session: session!, token })
    await (await uploadServer()).handle(request.request, response.response)
  }

  /** How far it is, and the file that became of it: for who lost the answer to the last piece. HEAD is the protocol's. */
  async show(ctx: HttpContext) {
    if (ctx.request.method() === 'HEAD') return this.handle(ctx)
    const row = await ownUpload(ctx.session!, String(ctx.params.id))
    return { data: { purpose: row.purpose, name: row.name, size: row.size, file_id: await finishUpload(row) } }
  }
}

/** An upload goes on by whoever started it, and by nobody else of the company. @throws AppError 404 */
async function ownUpload(session: Session, token: string): Promise<UploadRow> {
  const row = session.companyId ? await findUpload(token) : null
  if (!row || row.membership_id !== session.membershipId) throw notFound()
  return row
}
