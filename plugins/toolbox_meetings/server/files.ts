import { definePurpose } from '#core/contract/files'

/** A photo of the signed sheet; served to supervisors by the plugin's own route. */
export const sheet = definePurpose({
  name: 'toolbox_meetings.sheet',
  read: 'code',
  types: ['png', 'jpg', 'pdf'],
  maxBytes: 10 * 1024 * 1024,
})
