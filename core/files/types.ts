import { open } from 'node:fs/promises'
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type'
import { FILE_TYPES, type FileType } from '../contract/files.js'
import { measureImage } from './image_size.js'

/** The part of an image that contains its size, also after a camera's long metadata. */
const HEADER_BYTES = 512 * 1024
const IMAGES = new Set<FileType>(['png', 'jpg', 'webp', 'gif'])

/**
 * The type of a file, by its content.
 * @param content the path of a local file, or the bytes
 * @param wished text has no signature, so a text type is accepted when it is wished
 * @returns null for a type that is not allowed, and for an image that is unsafe in a browser
 */
export async function typeOf(content: string | Uint8Array, wished: readonly FileType[]): Promise<FileType | null> {
  const found = await (typeof content === 'string' ? fileTypeFromFile(content) : fileTypeFromBuffer(content))
  if (!found || found.ext === 'xml')
    return wished.includes('svg') && (await isSvg(content)) ? 'svg' : found ? null : textType(content, wished)
  const type = found.ext as FileType
  if (!(type in FILE_TYPES) || !wished.includes(type)) return null
  // A header alone is no image.
  return IMAGES.has(type) && !measureImage(await head(content)) ? null : type
}

async function isSvg(content: string | Uint8Array): Promise<boolean> {
  return /^(\uFEFF)?\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*<svg[\s>]/.test((await head(content)).toString('utf8'))
}

/** Text is Unicode without control characters. Its content cannot tell CSV from plain text, so the purpose does. */
async function textType(content: string | Uint8Array, wished: readonly FileType[]): Promise<FileType | null> {
  const type = wished.find((candidate) => candidate === 'csv' || candidate === 'txt')
  if (!type) return null
  const bytes = await head(content)
  // Cut at the start of a character; the next one may be incomplete.
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  // Text that starts like HTML is treated as HTML.
  if (/^\uFEFF?\s*</.test(text)) return null
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u0008\u000E-\u001F\uFFFD]/.test(text) || bytes.length === 0 ? null : type
}

async function head(content: string | Uint8Array): Promise<Buffer> {
  if (typeof content !== 'string') return Buffer.from(content.buffer, content.byteOffset, Math.min(content.byteLength, HEADER_BYTES))
  const file = await open(content)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
