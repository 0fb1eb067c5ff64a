import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import drive from '@adonisjs/drive/services/main'
import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import { invalid } from '../contract/errors.js'

/** Largest image that is taken, in bytes. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024

/** In pixels. */
const MAX_IMAGE_SIDE = 8000

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
}
const UPLOADABLE = new Set(['png', 'jpg', 'webp', 'gif'])
const NAME = /^[0-9a-f]{32}\.(png|jpg|webp|gif|svg)$/

/**
 * Keeps an image that a person uploaded. What it is, is decided by its
 * content; its name and declared type are ignored. SVG is refused: it can carry script.
 * @returns file name for /images/{file}, made of the content's hash
 * @throws AppError 422 on `field`: not_an_image, too_large
 */
export async function keepUploadedImage(field: string, content: Uint8Array): Promise<string> {
  if (content.length > MAX_IMAGE_BYTES) throw invalid(field, 'too_large')
  const type = await fileTypeFromBuffer(content)
  if (!type || !UPLOADABLE.has(type.ext)) throw invalid(field, 'not_an_image')
  if (!hasSensibleSize(content)) throw invalid(field, 'not_an_image')
  return store(content, `.${type.ext}`)
}

/** A header alone is no picture, and a picture of a million pixels wide would stop a browser. */
function hasSensibleSize(content: Uint8Array): boolean {
  try {
    const { width, height } = imageSize(content)
    return width >= 1 && height >= 1 && width <= MAX_IMAGE_SIDE && height <= MAX_IMAGE_SIDE
  } catch {
    return false
  }
}

/** Keeps an image that ships with the code (a declared tenant's logo); SVG is welcome here. */
export async function keepDeclaredImage(path: string, content: Uint8Array): Promise<string> {
  const extension = extname(path).toLowerCase()
  if (!TYPES[extension]) throw new Error(`${path} is no image that can be shown.`)
  return store(content, extension)
}

async function store(content: Uint8Array, extension: string): Promise<string> {
  const file = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}${extension}`
  const disk = drive.use()
  if (!(await disk.exists(`images/${file}`))) await disk.put(`images/${file}`, content)
  return file
}

/** An image by its file name, or null. Public: logos are shown before anyone signs in. */
export async function readImage(file: string): Promise<{ type: string; content: Uint8Array } | null> {
  if (!NAME.test(file)) return null
  const disk = drive.use()
  if (!(await disk.exists(`images/${file}`))) return null
  return { type: TYPES[extname(file)]!, content: new Uint8Array(await disk.getBytes(`images/${file}`)) }
}
