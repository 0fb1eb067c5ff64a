import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '#core/contract/errors'
import { sendFile, signedFileUrl } from '#core/kit/files'
import { mediaNameValidator } from '#plugins/learning/server/validators/media'
import { findDraft, partRows, toParts } from '../editor/draft_store.js'
import { storeUpload } from '../editor/course_media.js'
import { asEditor } from '../editor/whose_courses.js'
import { findMedia, openMedia } from '../media/media_store.js'
import type { RichTextSettings } from '../services/activity_settings.js'
import { loadContent, openActivity } from '../services/course_content.js'
import { videosFor } from '../services/lesson_media.js'
import { findOwn } from '../services/participation_service.js'

/** Videos and captions: for people who may read the step that shows them, and for people who edit it. */
export default class MediaController {
  async show(ctx: HttpContext) {
    const { hash, owner } = await shown(ctx)
    return send(ctx, hash, owner)
  }

  /**
   * A signed address for playing a video without our cookie, valid as long as a lesson takes. The browser requests the video in ranges, and
   * our own calls cannot do that.
   */
  async address(ctx: HttpContext) {
    const { hash, owner } = await shown(ctx)
    const row = await findMedia(hash, owner)
    if (!row?.file_id) throw notFound()
    return { data: { url: signedFileUrl(row.file_id, { seconds: FILM_SECONDS }) } }
  }

  async ofDraft(ctx: HttpContext) {
    return asEditor(ctx.session!, 'learning.editor.media', async (editor) => {
      const { draft } = await findDraft(editor, String(ctx.params.course))
      const { media } = toParts(await partRows(draft.id))
      const hash = String(ctx.params.media)
      if (![...media.values()].some((source) => source.hash === hash)) throw notFound()
      return send(ctx, hash, editor.owner)
    })
  }

  /** The request's body is the file; it is streamed to disk. */
  async keep(ctx: HttpContext) {
    const { session, params, request } = ctx
    return asEditor(session!, 'learning.editor.keep_media', async (editor) => {
      const { course } = await findDraft(editor, String(params.course))
      const name = await mediaNameValidator.validate(request.qs())
      return { data: await storeUpload(editor, course.id, name, request.request) }
    })
  }
}

/** The requested media, if the step shows it in the running company. @throws AppError 404 */
async function shown({ session, params }: HttpContext): Promise<{ hash: string; owner: number }> {
  const participation = await findOwn(session!, params.participation)
  const { activity } = openActivity(await loadContent(participation), Number(params.activity))
  const hash = String(params.media)
  const videos = videosFor(activity.settings as RichTextSettings, participation.language)
  const isShown = videos.some((video) => video.hash === hash || video.captions.some((captions) => captions.hash === hash))
  if (!isShown) throw notFound()
  return { hash, owner: participation.companyId }
}

/** The person's own browser caches it for a day: its name is the hash of its content. */
const CACHE = 'private, max-age=86400'

/** Such an address cannot be revoked, so it is valid no longer than a person spends on a lesson. */
const FILM_SECONDS = 2 * 3600

async function send(ctx: HttpContext, hash: string, owner: number | null): Promise<void> {
  const row = await findMedia(hash, owner)
  if (!row) throw notFound()
  if (row.content) {
    const { response } = ctx
    response.header('Cache-Control', CACHE).header('Content-Type', `${row.content_type}; charset=utf-8`)
    return response.send(row.content)
  }
  const file = await openMedia(row)
  if (!file) throw notFound()
  return sendFile(ctx, file, { inline: true, cache: CACHE })
}
