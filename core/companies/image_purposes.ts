import { definePurpose } from '../contract/files.js'

/** Largest image of a company, in bytes. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024

/** A setting of kind `image`. Logos and covers are shown before sign-in, so anybody with the address may see them. */
export const companyImage = definePurpose({
  name: 'core.image',
  read: 'public',
  types: ['png', 'jpg', 'webp', 'gif', 'svg'],
  maxBytes: MAX_IMAGE_BYTES,
})
