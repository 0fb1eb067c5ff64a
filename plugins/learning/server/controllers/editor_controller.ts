import type { HttpContext } from '@adonisjs/core/http'
import { invalid } from '#core/contract/errors'
import { readUpload } from '#core/kit/files'
import { listPage } from '#core/kit/lists'
import {
  CONTENT_VALIDATORS,
  PART_KEYS,
  duplicateValidator,
  newCourseValidator,
  partValidator,
  previewValidator,
  publishValidator,
} from '#plugins/learning/server/validators/editor'
import { renderMarkdown } from '../course_import/markdown.js'
import { MAX_ARCHIVE_BYTES, exportCourse, importArchive } from '../editor/course_archive.js'
import { MAX_PICTURE_BYTES, storePicture } from '../editor/course_pictures.js'
import { discardDraft, findDraft, openDraft, partRows, savePart, toParts } from '../editor/draft_store.js'
import type { PartContent, PartKind } from '../editor/draft_types.js'
import { createCourse, duplicateCourse, listEdited } from '../editor/edited_courses.js'
import { checkStoredDraft, publishDraft } from '../editor/publishing.js'
import { editedCourseList } from '../lists/edited_courses.js'
import { videosIn } from '../media/lesson_videos.js'
import { asEditor } from '../editor/whose_courses.js'
import { toDraft, toEditedCourse } from '../transformers/editor_transformer.js'
import { pictureUrl } from '../transformers/picture_url.js'

/** Courses for the people who edit them: drafts in parts, publishing and discarding. */
export default class EditorController {
  list(ctx: HttpContext) {
    return listPage(editedCourseList, ctx, (row) => toEditedCourse(row, ctx.session!.row.language))
  }

  /** All courses, for a choice. */
  async index({ session }: HttpContext) {
    const { language } = session!.row
    return asEditor(session!, 'learning.editor.index', async (editor) => ({
      data: (await listEdited(editor)).map((row) => toEditedCourse(row, language)),
    }))
  }

  async create({ request, session }: HttpContext) {
    const course = await request.validateUsing(newCourseValidator)
    return asEditor(session!, 'learning.editor.create', async (editor) => ({ data: { id: await createCourse(editor, course) } }))
  }

  async duplicate({ params, request, session }: HttpContext) {
    const { shortname } = await request.validateUsing(duplicateValidator)
    return asEditor(session!, 'learning.editor.duplicate', async (editor) => ({
      data: { id: await duplicateCourse(editor, String(params.course), shortname) },
    }))
  }

  async export({ params, session, response }: HttpContext) {
    const { name, content } = await asEditor(session!, 'learning.editor.export', (editor) => exportCourse(editor, String(params.course)))
    // A course's shortname is letters, digits and hyphens.
    response.header('Content-Disposition', `attachment; filename="${name}"`).header('Content-Type', 'application/zip').send(content)
  }

  async import(ctx: HttpContext) {
    return asEditor(ctx.session!, 'learning.editor.import', async (editor) => {
      const archive = await readUpload(ctx, 'archive', MAX_ARCHIVE_BYTES)
      return { data: { id: await importArchive(editor, Buffer.from(archive.buffer, archive.byteOffset, archive.length)) } }
    })
  }

  async open({ params, session }: HttpContext) {
    await asEditor(session!, 'learning.editor.open', (editor) => openDraft(editor, String(params.course)))
    return { status: 'ok' as const }
  }

  async show({ params, session }: HttpContext) {
    return asEditor(session!, 'learning.editor.show', async (editor) => {
      const { course, draft } = await findDraft(editor, String(params.course))
      const rows = await partRows(draft.id)
      return { data: toDraft(course, draft.based_on, rows, toParts(rows)) }
    })
  }

  async save({ params, request, session }: HttpContext) {
    const { kind, key, revision, content: given } = await request.validateUsing(partValidator)
    if (!PART_KEYS[kind].test(key)) throw invalid('key', 'key_invalid')
    if (kind === 'activity' && key === 'course') throw invalid('key', 'key_reserved')
    const content = (await CONTENT_VALIDATORS[kind].validate(given)) as PartContent[PartKind]
    return asEditor(session!, 'learning.editor.save', async (editor) => {
      const saved = await savePart(editor, String(params.course), { kind, key, revision, content })
      return { data: { revision: saved.revision, saved_at: saved.updated_at.toISOString() } }
    })
  }

  async check({ params, session }: HttpContext) {
    return asEditor(session!, 'learning.editor.check', async (editor) => ({ data: await checkStoredDraft(editor, String(params.course)) }))
  }

  async publish({ params, request, session }: HttpContext) {
    const { past } = await request.validateUsing(publishValidator)
    return asEditor(session!, 'learning.editor.publish', async (editor) => ({
      data: await publishDraft(editor, String(params.course), past),
    }))
  }

  async discard({ params, session }: HttpContext) {
    await asEditor(session!, 'learning.editor.discard', (editor) => discardDraft(editor, String(params.course)))
    return { status: 'ok' as const }
  }

  async picture(ctx: HttpContext) {
    return asEditor(ctx.session!, 'learning.editor.picture', async (editor) => {
      const { course } = await findDraft(editor, String(ctx.params.course))
      const content = await readUpload(ctx, 'picture', MAX_PICTURE_BYTES)
      const picture = await storePicture(editor, course.id, Buffer.from(content))
      return { data: { ...picture, url: pictureUrl(picture.hash) } }
    })
  }

  async preview({ params, request, session }: HttpContext) {
    const { language, text } = await request.validateUsing(previewValidator)
    return asEditor(session!, 'learning.editor.preview', async (editor) => {
      const { draft } = await findDraft(editor, String(params.course))
      const { pictures, media } = toParts(await partRows(draft.id))
      const around = { pictures: Object.fromEntries(pictures), media: Object.fromEntries(media) }
      return { data: { html: renderMarkdown(text, { language, ...around }), videos: videosIn(text, around) } }
    })
  }
}
