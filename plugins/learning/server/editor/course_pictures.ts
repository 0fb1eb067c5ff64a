import db from '@adonisjs/lucid/services/db'
import { createHash } from 'node:crypto'
import { invalid } from '#core/contract/errors'
import { MAX_FILE_BYTES } from '../course_import/course_files.js'
import { type PictureSource, measure, unsafePart } from '../course_import/pictures.js'
import { findDraft } from './draft_store.js'
import type { Editor } from './whose_courses.js'

export const MAX_PICTURE_BYTES = MAX_FILE_BYTES

/** File extensions by content type. */
export const EXTENSIONS = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/**
 * Stores a picture for a draft, named by its content; uploading the same picture again stores nothing new.
 * @returns the path that texts and the course use for it
 * @throws AppError 404; 422 on `picture`: picture_unknown, picture_unsafe
 */
export async function storePicture(editor: Editor, courseId: string | number, content: Buffer): Promise<PictureSource & { path: string }> {
  const found = measure(content)
  if (!found) throw invalid('picture', 'picture_unknown')
  if (found.contentType === 'image/svg+xml' && unsafePart(content.toString('utf8'))) throw invalid('picture', 'picture_unsafe')
  const hash = createHash('sha256').update(content).digest('hex')
  const picture: PictureSource = { hash, ...found }
  const path = `pictures/${hash.slice(0, 16)}.${EXTENSIONS[found.contentType]}`
  await db.transaction(async (trx) => {
    const { draft } = await findDraft(editor, courseId, trx)
    const owner = { company_id: editor.owner }
    await trx
      .knexQuery()
      .table('learning_pictures')
      .insert({ ...owner, hash, content_type: found.contentType, content })
      .onConflict(['company_id', 'hash'])
      .ignore()
    await trx
      .knexQuery()
      .table('learning_draft_parts')
      .insert({ ...owner, draft_id: draft.id, kind: 'picture', key: path, content: JSON.stringify(picture) })
      .onConflict(['draft_id', 'kind', 'key'])
      .ignore()
  })
  return { ...picture, path }
}
