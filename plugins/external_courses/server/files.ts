import { definePurpose } from '#core/contract/files'

/** Proof of what was learned elsewhere; given out by the plugin's own route, to supervisors and to whose it is. */
export const attachment = definePurpose({
  name: 'external_courses.attachment',
  read: 'code',
  types: ['pdf', 'png', 'jpg'],
  maxBytes: 10 * 1024 * 1024,
})
