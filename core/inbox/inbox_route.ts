import { anyone } from '../contract/access.js'
import type { InboxDefinition } from '../contract/inbox.js'
import type { RouteDefinition } from '../contract/plugin.js'

const Inboxes = () => import('#core/inbox/controllers/inboxes_controller')

/** The route of a webhook inbox. Callers have no session; their calls are signed. */
export const inboxRoute = ({ name, path }: InboxDefinition): RouteDefinition => ({
  method: 'POST',
  path,
  name,
  handler: [Inboxes, 'store'],
  access: anyone,
  // Signed by the caller, and read as bytes.
  skipCsrf: true,
  upload: 'stream',
})
