import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'
import { videoHosts } from '#core/kit/settings'
import { importCourse } from './course_importer.js'
import { readCourseFolder } from './course_reader.js'
import { storeMedia } from '../media/media_store.js'

/** See LearningService.importOwnCourse. Unchanged content changes nothing. */
export async function importOwnCourse(folder: string): Promise<number> {
  const owner = currentCompanyId()
  const read = await readCourseFolder(folder, await videoHosts())
  if ('mistakes' in read) throw new Error(`${folder}/${read.mistakes[0]!.file}:${read.mistakes[0]!.line} ${read.mistakes[0]!.message}`)
  await storeMedia(Object.values(read.course.media), read.media, owner)
  const { shortname } = await db.transaction((trx) => importCourse(read, { trx, owner }))
  const { id } = await db.from('learning_courses').where({ company_id: owner, shortname }).select('id').firstOrFail()
  return id
}
