import { definePurpose } from '#core/contract/files'

/** Proof of external courses; the plugin's own route serves it to supervisors and to the person. */
export const attachment = definePurpose({
  name: 'external_courses.attachment',
  read: 'code',
  types: ['pdf', 'png', 'jpg'],
  maxBytes: 10 * 1024 * 1024,
})
