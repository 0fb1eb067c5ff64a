import { videoHosts } from '#core/kit/settings'
import { CourseFiles } from '../course_import/course_files.js'
import { type CourseReadResult, readCourseFiles } from '../course_import/course_reader.js'
import { writeCourse } from '../course_import/course_writer.js'
import { MistakeList } from '../course_import/source_file.js'
import type { DraftParts } from './draft_types.js'
import { type PartMistake, locateAll } from './mistake_places.js'

/** A draft that can be published, or its mistakes and where they are. */
export type CheckedDraft = { read: Exclude<CourseReadResult, { mistakes: unknown }> } | { mistakes: PartMistake[] }

/**
 * Checks a whole draft with the reader of course folders: it is written as a folder in memory and read back. So there is one set of checks
 * and codes, and a draft that can be published can be exported. @param contents hash → content of its pictures
 */
export async function checkDraft(shortname: string, parts: DraftParts, contents: ReadonlyMap<string, Buffer>): Promise<CheckedDraft> {
  const texts = writeCourse(shortname, parts)
  const mistakes = new MistakeList()
  const read = await readCourseFiles(
    CourseFiles.of(withPictures(texts, parts, contents), mistakes, parts.media),
    shortname,
    mistakes,
    await videoHosts(),
  )
  if (!('mistakes' in read)) return { read }
  // A picture or video that no text uses any more stays in the draft, because it may be used again.
  const real = read.mistakes.filter(({ file, code }) => !(code === 'file_unused' && /^(pictures|videos|packages)\//.test(file)))
  if (real.length) return { mistakes: locateAll(real, texts, parts) }
  const unused = new Set(read.mistakes.map(({ file }) => file))
  const usedOf = <T>(files: ReadonlyMap<string, T>) => new Map([...files].filter(([path]) => !unused.has(path)))
  return checkDraft(shortname, { ...parts, pictures: usedOf(parts.pictures), media: usedOf(parts.media) }, contents)
}

/** The files of a course with its pictures, and those of its media that are in `contents`. */
export function withPictures(
  texts: ReadonlyMap<string, string>,
  { pictures, media }: Pick<DraftParts, 'pictures' | 'media'>,
  contents: ReadonlyMap<string, Buffer>,
): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (const [path, text] of texts) files.set(path, Buffer.from(text))
  for (const [path, { hash }] of [...pictures, ...media]) {
    const content = contents.get(hash)
    if (content) files.set(path, content)
  }
  return files
}
