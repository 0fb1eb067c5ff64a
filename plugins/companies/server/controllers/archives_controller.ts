import type { HttpContext } from '@adonisjs/core/http'
import { startRestoring, receiveArchive } from '#core/kit/companies'
import { restoreValidator } from '#plugins/companies/server/validators/companies'

/** Archives made by a platform and restored by an admin. */
export default class ArchivesController {
  /** The body is the archive itself: it may be as large as a disk. */
  async send({ request, session }: HttpContext) {
    return { data: await receiveArchive(session!, request.request) }
  }

  async restore({ request, response, session }: HttpContext) {
    const { token, login_id: loginId } = await request.validateUsing(restoreValidator)
    const data = await startRestoring(session!, { token, loginId })
    response.status(202)
    return { data }
  }
}
