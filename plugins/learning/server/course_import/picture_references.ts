import { captionsOf, VIDEO_PATH } from '../media/media_types.js'
import { isVideo, posterOf, readAddress } from '../media/lesson_videos.js'
import type { CourseFiles } from './course_files.js'
import type { CourseMedia } from './media.js'
import type { Pictures } from './pictures.js'
import type { ParsedFile } from './source_file.js'

export const PICTURE_PATH = /^pictures\/[a-z0-9]+(?:-[a-z0-9]+)*\.(?:svg|png|jpg)$/
export const PHOTO_PATH = /^pictures\/[a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|jpg)$/

/** Context of the texts of a course. */
export interface TextContext {
  files: CourseFiles
  pictures: Pictures
  media: CourseMedia
  /** Languages of the course. */
  languages: string[]
  /** Sites that videos may be played from. */
  videoHosts: readonly string[]
}

// The alternative text must not contain brackets; otherwise a line of repeated `![` takes quadratic time.
const IMAGE = /!\[((?:\\.|[^\\[\]])*)\]\(\s*<?([^\s)>]*)/g

/**
 * Checks each picture and video in a Markdown body. Reports `picture_address` (not a file of `pictures/`), `video_address`, `video_host`,
 * `video_in_text`, `video_not_here` and `picture_alt_missing`, because people who cannot see the picture need its description. Code is
 * skipped.
 */
export async function checkPictures(parsed: ParsedFile, originalText: string, beside: TextContext, isLesson: boolean): Promise<void> {
  let fenced = false
  for (const [index, line] of originalText.split('\n').entries()) {
    if (index + 1 < parsed.bodyLine) continue
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced
    if (fenced) continue
    const report = (code: string, message: string) => parsed.file.report(index + 1, code, message)
    for (const [, alt, path] of line.replace(/`[^`]*`/g, '').matchAll(IMAGE)) {
      if (!alt!.trim()) report('picture_alt_missing', 'Say between the brackets what the picture shows.')
      if (PICTURE_PATH.test(path!)) await beside.pictures.use(path!)
      else if (isVideo(path!)) {
        if (!isLesson) report('video_not_here', 'A video stands in a page (richtext).')
        if (!/^!\[.*\)\s*$/.test(line)) report('video_in_text', 'A video stands on a line of its own.')
        await useVideo(path!, beside, report)
      } else report('picture_address', 'A picture is a file such as pictures/harness.svg, in small letters.')
    }
  }
}

async function useVideo(path: string, beside: TextContext, report: (code: string, message: string) => void): Promise<void> {
  const { files, pictures, media, languages, videoHosts } = beside
  if (!VIDEO_PATH.test(path)) {
    const address = readAddress(path)
    if (!address)
      report('video_address', 'A video elsewhere is https://…/film.mp4#t=0,90 (or .webm), with its length in seconds at the end.')
    else if (!videoHosts.includes(address.host)) report('video_host', `This platform plays no videos from ${address.host} (VIDEO_HOSTS).`)
    return
  }
  await media.use(path)
  for (const language of languages) if (files.has(captionsOf(path, language))) await media.use(captionsOf(path, language))
  for (const type of ['svg', 'png', 'jpg']) if (files.has(`${posterOf(path)}.${type}`)) await pictures.use(`${posterOf(path)}.${type}`)
}
