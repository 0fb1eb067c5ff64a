import { textIn } from '#core/kit/words'
import type { VersionPicture } from '../services/version_content.js'
import { pictureUrl } from './picture_url.js'

/** The picture that represents a course. */
export function toPicture(picture: VersionPicture | null, language: string | null) {
  return picture && { url: pictureUrl(picture.hash), width: picture.width, height: picture.height, alt: textIn(picture.alt, language) }
}
