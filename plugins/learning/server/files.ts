import { definePurpose } from '#core/contract/files'
import { MAX_MEDIA_BYTES } from './media/media_types.js'

/** Videos and packages of courses, of the platform or of one company; given out by learning's own routes, to who may read that step. */
export const courseMedia = definePurpose({
  name: 'learning.media',
  read: 'code',
  types: ['mp4', 'webm', 'zip'],
  maxBytes: MAX_MEDIA_BYTES,
})
