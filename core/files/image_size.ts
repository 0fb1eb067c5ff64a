import { imageSize } from 'image-size'

/** Largest side of an image, in pixels; larger ones can stop a browser. */
const MAX_IMAGE_SIDE = 8000

export interface MeasuredImage {
  /** The names of `image-size`: `png`, `jpg`, `webp`, `gif`, `svg`. */
  type: string
  width: number
  height: number
}

/** Whether an image of this size is safe for a browser. Pure. */
export const isSensibleSize = (width: number, height: number): boolean =>
  width >= 1 && height >= 1 && width <= MAX_IMAGE_SIDE && height <= MAX_IMAGE_SIDE

/**
 * Returns the size of an image in pixels, from its first bytes. Pure.
 * @returns null when it is not an image, or too large for a browser
 */
export function measureImage(bytes: Uint8Array): MeasuredImage | null {
  try {
    const { type, width, height } = imageSize(bytes)
    return type && isSensibleSize(width, height) ? { type, width, height } : null
  } catch {
    return null
  }
}
