import { signedIn } from '../contract/access.js'
import type { RouteDefinition } from '../contract/plugin.js'

const Notifications = () => import('#core/notifications/controllers/notifications_controller')
const at = '/api/core/notifications'

/** The caller's own notifications: no route takes the id of a person. */
export const notificationRoutes: RouteDefinition[] = [
  { method: 'GET', path: at, name: 'core.notifications.index', handler: [Notifications, 'index'], access: signedIn },
  { method: 'GET', path: `${at}/unread`, name: 'core.notifications.unread', handler: [Notifications, 'unread'], access: signedIn },
  { method: 'POST', path: `${at}/read`, name: 'core.notifications.read', handler: [Notifications, 'read'], access: signedIn },
  { method: 'GET', path: `${at}/choices`, name: 'core.notifications.choices', handler: [Notifications, 'choices'], access: signedIn },
  { method: 'PATCH', path: `${at}/choices`, name: 'core.notifications.choose', handler: [Notifications, 'choose'], access: signedIn },
]
