import { textIn } from '#core/kit/words'
import type { VersionPicture } from '../services/version_content.js'

/** Where a picture of a course is read; it never changes, so browsers keep it. */
export const pictureUrl = (hash: string) => `/api/learning/pictures/${hash}`

/** The picture that stands for a course. */
export function toPicture(picture: VersionPicture | null, language: string | null) {
  return picture && { url: pictureUrl(picture.hash), width: picture.width, height: picture.height, alt: textIn(picture.alt, language) }
}
