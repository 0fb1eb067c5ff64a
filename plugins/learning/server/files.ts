import { definePurpose } from '#core/contract/files'
import { MAX_MEDIA_BYTES } from './media/media_types.js'

/** Videos and packages of courses, of the platform or of one company. Learning's own routes serve them to people who may read the step. */
export const courseMedia = definePurpose({
  name: 'learning.media',
  read: 'code',
  types: ['mp4', 'webm', 'zip'],
  maxBytes: MAX_MEDIA_BYTES,
})
