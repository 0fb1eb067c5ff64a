import { anyone } from '../contract/access.js'
import type { WebhookDefinition } from '../contract/webhooks.js'
import type { RouteDefinition } from '../contract/plugin.js'

const Webhooks = () => import('#core/webhooks/controllers/webhooks_controller')

/** The route of a webhook. Callers have no session; their calls are signed. */
export const webhookRoute = ({ name, path }: WebhookDefinition): RouteDefinition => ({
  method: 'POST',
  path,
  name,
  handler: [Webhooks, 'store'],
  access: anyone,
  // Signed by the caller, and read as bytes.
  skipCsrf: true,
  upload: 'stream',
})
