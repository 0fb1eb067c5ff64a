import type { HttpContext } from '@adonisjs/core/http'
import { choicesValidator, notificationListValidator, readValidator } from '#core/notifications/validators'
import { forbidden } from '../../contract/errors.js'
import { countUnread, listNotifications, markRead, readChoices, saveChoices } from '../notifications.js'

/** One's own notifications, in the company of the session. */
export default class NotificationsController {
  async index({ request, session }: HttpContext) {
    const { before = null } = await request.validateUsing(notificationListValidator)
    const { items, next } = await listNotifications(session!, before)
    return { data: items, next }
  }

  async unread({ session }: HttpContext) {
    return { data: { unread: await countUnread(session!) } }
  }

  async read({ request, session }: HttpContext) {
    const { ids = null } = await request.validateUsing(readValidator)
    await markRead(session!, ids)
    return { data: { unread: await countUnread(session!) } }
  }

  async choices({ session }: HttpContext) {
    // An admin is no member of a company and has no preferences.
    return { data: session!.membershipId ? await readChoices(session!) : { choices: [], updated_at: '' } }
  }

  async choose({ request, session }: HttpContext) {
    const { ways, updated_at: version } = await request.validateUsing(choicesValidator)
    if (!session!.membershipId) throw forbidden()
    return { data: await saveChoices(session!, { ways, version }) }
  }
}
