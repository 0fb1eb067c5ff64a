import { anyone } from '../contract/access.js'
import type { InboxDefinition } from '../contract/inbox.js'
import type { RouteDefinition } from '../contract/plugin.js'

const Inboxes = () => import('#core/inbox/controllers/inboxes_controller')

/** The route of an inbox. Whoever calls has no session: what they say is signed. */
export const inboxRoute = ({ name, path }: InboxDefinition): RouteDefinition => ({
  method: 'POST',
  path,
  name,
  handler: [Inboxes, 'store'],
  access: anyone,
  // Signed by itself, and read as bytes.
  skipCsrf: true,
  upload: 'stream',
})
