import { createHash } from 'node:crypto'
import { MAX_FILE_BYTES } from '../course_import/course_files.js'
import { measure, unsafePart } from '../course_import/pictures.js'
import type { VersionPicture } from '../services/version_content.js'
import { type FoundPicture, RefusedQuestion } from './report.js'
import { type XmlElement, childrenOf } from './xml_elements.js'
import { tidied } from '../../question_types/typed.js'
import { EMBEDDED, type PlainText } from './html_text.js'

/** A picture that was pasted into the text. */
const DATA_ADDRESS = /^data:image\/[a-z+.-]{1,20};base64,([a-z0-9+/=\s%]*)$/i

/**
 * The picture in a question's text: a file embedded in the element itself or in the address, checked by its content like pictures of courses.
 * @throws RefusedQuestion `pictures_several`, `picture_elsewhere`, `picture_missing`, `picture_too_large`, `picture_unknown`,
 * `picture_unsafe`
 */
export function pictureOf(
  owner: XmlElement | undefined,
  { pictures }: Pick<PlainText, 'pictures'>,
  language: string,
): { stored: VersionPicture; found: FoundPicture; hasWords: boolean } | null {
  if (!pictures.length) return null
  if (pictures.length > 1) throw new RefusedQuestion('pictures_several', 'It shows more than one picture; a question here has one.')
  const { src, alt } = pictures[0]!
  const inAddress = DATA_ADDRESS.exec(src)?.[1]
  if (inAddress !== undefined) return pictureIn(inAddress, alt, language)
  if (!src.startsWith(EMBEDDED)) throw new RefusedQuestion('picture_elsewhere', 'Its picture is not in the file.')
  const name = decoded(src.slice(EMBEDDED.length).split('?')[0]!)
  const file = childrenOf(owner, 'file').find(({ attributes }) => attributes.name === name.split('/').at(-1))
  if (!file) throw new RefusedQuestion('picture_missing', 'Its picture is not in the file.')
  if (file.isCut || file.text.length > (MAX_FILE_BYTES * 4) / 3 + 4096) {
    throw new RefusedQuestion('picture_too_large', `Its picture has more than ${MAX_FILE_BYTES} bytes.`)
  }
  return pictureIn(file.attributes.encoding === 'base64' ? file.text : '', alt, language)
}

function pictureIn(base64: string, alt: string, language: string) {
  const content = Buffer.from(base64, 'base64')
  if (content.length > MAX_FILE_BYTES) throw new RefusedQuestion('picture_too_large', `Its picture has more than ${MAX_FILE_BYTES} bytes.`)
  const found = measure(content)
  if (!found) throw new RefusedQuestion('picture_unknown', 'Its picture is no SVG, PNG or JPEG with a size of at most 8,000 pixels a side.')
  if (found.contentType === 'image/svg+xml' && unsafePart(content.toString('utf8'))) {
    throw new RefusedQuestion('picture_unsafe', 'Its picture is more than a drawing: it may hold shapes only.')
  }
  const hash = createHash('sha256').update(content).digest('hex')
  const words = tidied(alt)
  return {
    stored: { hash, width: found.width, height: found.height, alt: { [language]: words } },
    found: { hash, contentType: found.contentType, content },
    hasWords: words !== '',
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
