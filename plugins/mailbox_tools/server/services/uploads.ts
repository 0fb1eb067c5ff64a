import { adminUploads } from '#core/kit/files'
import { MAX_BYTES } from '../../message.js'
import { checkMailbox } from './read_mailbox.js'

/** Mailboxes that admins uploaded. Only the owner has access, and each is deleted after a day. */
export const mailboxes = adminUploads({
  kind: 'mailbox_tools',
  path: '/api/mailbox_tools/uploads',
  maxBytes: MAX_BYTES,
  check: checkMailbox,
})
