import { CourseFiles } from '../course_import/course_files.js'
import { type CourseReadResult, readCourseFiles } from '../course_import/course_reader.js'
import { writeCourse } from '../course_import/course_writer.js'
import { MistakeList } from '../course_import/source_file.js'
import type { DraftParts } from './draft_types.js'
import { type PartMistake, locateAll } from './mistake_places.js'

/** A draft that could be published, or what is wrong and where. */
export type CheckedDraft = { read: Exclude<CourseReadResult, { mistakes: unknown }> } | { mistakes: PartMistake[] }

/**
 * Looks at a whole draft with the eyes of the folder's reader: it is written as a folder, in memory, and read. So there is one set of checks
 * and of codes, and what may be published may be exported. @param contents hash → content of its pictures
 */
export async function checkDraft(shortname: string, parts: DraftParts, contents: ReadonlyMap<string, Buffer>): Promise<CheckedDraft> {
  const texts = writeCourse(shortname, parts)
  const mistakes = new MistakeList()
  const read = await readCourseFiles(CourseFiles.of(withPictures(texts, parts, contents), mistakes), shortname, mistakes)
  if (!('mistakes' in read)) return { read }
  // A picture that no text shows any more stays with the draft: it may come back.
  const real = read.mistakes.filter(({ file, code }) => !(code === 'file_unused' && file.startsWith('pictures/')))
  if (real.length) return { mistakes: locateAll(real, texts, parts) }
  const used = new Set(parts.pictures.keys())
  for (const { file } of read.mistakes) used.delete(file)
  const kept = new Map([...parts.pictures].filter(([path]) => used.has(path)))
  return checkDraft(shortname, { ...parts, pictures: kept }, contents)
}

/** The files of a course with its pictures. */
export function withPictures(
  texts: ReadonlyMap<string, string>,
  { pictures }: Pick<DraftParts, 'pictures'>,
  contents: ReadonlyMap<string, Buffer>,
): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (const [path, text] of texts) files.set(path, Buffer.from(text))
  for (const [path, { hash }] of pictures) {
    const content = contents.get(hash)
    if (content) files.set(path, content)
  }
  return files
}
