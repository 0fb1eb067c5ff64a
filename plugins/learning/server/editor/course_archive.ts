import db from '@adonisjs/lucid/services/db'
import { type Entry, type ZipFile, fromBuffer } from 'yauzl'
import { ZipFile as ZipWriter } from 'yazl'
import { AppError, conflict } from '#core/contract/errors'
import { videoHosts } from '#core/kit/settings'
import { CourseFiles, maxBytesOf } from '../course_import/course_files.js'
import { storePictures } from '../course_import/course_importer.js'
import { readCourseFiles } from '../course_import/course_reader.js'
import type { Mistake } from '../course_import/course_types.js'
import { writeCourse } from '../course_import/course_writer.js'
import { MistakeList } from '../course_import/source_file.js'
import { contentsOfMedia, storeMedia } from '../media/media_store.js'
import { withPictures } from './course_check.js'
import { partsOf } from './draft_parts.js'
import { newestVersion, storeDraft } from './draft_store.js'
import { currentParts } from './edited_courses.js'
import { contentsOf } from './publishing.js'
import { type Editor, ownCourse } from './whose_courses.js'

/** The largest archive that is accepted, in bytes. */
export const MAX_ARCHIVE_BYTES = 20 * 1024 * 1024
/** The largest total size after unpacking, in bytes, and the largest number of files: everything is held in memory. */
const MAX_UNPACKED_BYTES = 50 * 1024 * 1024
const MAX_ENTRIES = 2000

const SYMLINK = 0o120000
const FILE_KIND = 0o170000

/** Exports a course as the folder of docs/course-format.md, in an archive. Uses the draft if there is one. @throws AppError 404 */
export async function exportCourse(editor: Editor, id: string | number): Promise<{ name: string; content: Buffer }> {
  const { shortname } = await ownCourse(editor, id)
  const parts = await currentParts(editor, id)
  const files = withPictures(writeCourse(shortname, parts), parts, await contentsOf(editor, parts))
  for (const [path, content] of await contentsOfMedia(parts.media, editor.owner)) files.set(path, content)
  return { name: `${shortname}.zip`, content: await pack(shortname, files) }
}

/** Packs the files of one folder into an archive; the same files always give the same bytes. */
export async function pack(folder: string, files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const zip = new ZipWriter()
  for (const [path, content] of files) zip.addBuffer(content, `${folder}/${path}`, { mtime: new Date(2000, 0, 1), mode: 0o100644 })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A problem with the archive itself. */
const refused = (code: string, file = '.', message = '') =>
  new AppError(422, 'course_has_mistakes', { mistakes: [{ file, line: 1, code, message }] })

/**
 * Imports a course folder from an archive: as a new course, or as the draft of an existing one. It publishes nothing.
 * @returns the course's id
 * @throws AppError 422 course_has_mistakes with file, line and code of each, nothing is stored; 409 draft_exists
 */
export async function importArchive(editor: Editor, archive: Buffer): Promise<number> {
  const { folder, files } = await unpack(archive)
  const mistakes: MistakeList = new MistakeList()
  const read = await readCourseFiles(CourseFiles.of(files, mistakes), folder, mistakes, await videoHosts())
  if ('mistakes' in read) throw new AppError(422, 'course_has_mistakes', { mistakes: read.mistakes.slice(0, 200) satisfies Mistake[] })
  const { course, pictures, media } = read
  const { owner } = editor
  await storeMedia(Object.values(course.media), media, owner)
  return db.transaction(async (trx) => {
    await trx.rawQuery('select pg_advisory_xact_lock(hashtext(?))', [`learning.import.${owner ?? ''}.${course.shortname}`])
    const known = await trx
      .from('learning_courses')
      .where('shortname', course.shortname)
      .whereRaw('company_id is not distinct from ?::bigint', [owner as number])
      // Locks the row like openDraft does: with two concurrent calls, the second one finds the draft.
      .forUpdate()
      .select('id')
      .first()
    if (known && (await trx.from('learning_drafts').where('course_id', known.id).first()))
      throw conflict('draft_exists', { course: known.id })
    const row = { company_id: owner, shortname: course.shortname, sector: course.sector, type: course.type, status: 'building' }
    const id: number = known ? known.id : (await trx.knexQuery().table('learning_courses').insert(row).returning('id'))[0].id
    await storePictures(course, pictures, { trx, owner })
    await storeDraft(editor, id, (await newestVersion(id, trx))?.number ?? null, partsOf(course), trx)
    return id
  })
}

/**
 * The files of the one folder in an archive. Limits are checked against the declared sizes before unpacking and against the actual sizes
 * while unpacking. Names outside the folder, links and passwords are refused.
 * @throws AppError 422 course_has_mistakes
 */
export async function unpack(archive: Buffer): Promise<{ folder: string; files: Map<string, Buffer> }> {
  const zip = await open(archive)
  if (zip.entryCount > MAX_ENTRIES) throw refused('archive_too_many')
  const contents = new Map<string, Buffer>()
  let size = 0
  for (;;) {
    const entry = await next(zip)
    if (!entry) break
    const name = entry.fileName
    if (name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(name)) continue
    if (((entry.externalFileAttributes >>> 16) & FILE_KIND) === SYMLINK) throw refused('symlink_not_allowed', name)
    size += entry.uncompressedSize
    if (size > MAX_UNPACKED_BYTES) throw refused('archive_too_large', name)
    if (entry.uncompressedSize > maxBytesOf(inFolder(name))) throw refused('file_too_large', name)
    if (contents.has(name)) throw refused('archive_unreadable', name)
    contents.set(name, await bytesOf(zip, entry))
  }
  return inOneFolder(contents)
}

/** The path relative to the course's folder, for a file that may be inside it. */
const inFolder = (name: string) => name.replace(/^[^/]+\/(?=(videos|packages)\/)/, '')

function inOneFolder(contents: ReadonlyMap<string, Buffer>): { folder: string; files: Map<string, Buffer> } {
  const [first] = contents.keys()
  if (!first) throw refused('folder_missing')
  const folder = first.includes('/') ? first.slice(0, first.indexOf('/')) : ''
  if (folder && !contents.has('course.md') && [...contents.keys()].every((name) => name.startsWith(`${folder}/`))) {
    return { folder, files: new Map([...contents].map(([name, content]) => [name.slice(folder.length + 1), content])) }
  }
  // Packed without a folder: the shortname is read from course.md.
  const named = /^shortname:\s*["']?([a-z0-9-]+)/m.exec(contents.get('course.md')?.toString('utf8') ?? '')
  return { folder: named?.[1] ?? '', files: new Map(contents) }
}

const open = (archive: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true, strictFileNames: true }, (error, zip) => (error ? reject(unreadable(error)) : resolve(zip)))
  })

/** Recognises the library's errors for a name outside the folder or an invalid name. */
const unreadable = (error: Error) =>
  refused(/relative path|absolute path|characters in fileName/i.test(error.message) ? 'archive_path' : 'archive_unreadable')

const next = (zip: ZipFile) =>
  new Promise<Entry | null>((resolve, reject) => {
    const done = (act: () => void) => {
      zip.removeAllListeners()
      // A listener must remain, because later errors would otherwise be uncaught.
      zip.on('error', () => {})
      act()
    }
    zip.once('entry', (entry: Entry) => done(() => resolve(entry)))
    zip.once('end', () => done(() => resolve(null)))
    zip.once('error', (error: Error) => done(() => reject(unreadable(error))))
    zip.readEntry()
  })

const bytesOf = (zip: ZipFile, entry: Entry) =>
  new Promise<Buffer>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(refused('archive_unreadable', entry.fileName))
      const chunks: Buffer[] = []
      // More bytes than declared make the stream fail with an error.
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => resolve(Buffer.concat(chunks)))
      stream.on('error', () => reject(refused('archive_unreadable', entry.fileName)))
    })
  })
