import type { HttpContext } from '@adonisjs/core/http'
import { windowValidator } from '#core/accounts/validators'
import { forbidden } from '../../contract/errors.js'
import { VIA_WINDOW } from '../../tenancy/session.js'
import { enterByLink, entryLink } from '../entry_link.js'

export default class EntryController {
  /** GET /enter/:token: a link that signs its person in, once. */
  async link(ctx: HttpContext) {
    await enterByLink(ctx, String(ctx.params.token))
  }

  /** From a frame to a window of its own: the same person, in an ordinary session. */
  async window({ request, session }: HttpContext) {
    const { path } = await request.validateUsing(windowValidator)
    if (!session!.framedBy || !session!.membershipId) throw forbidden()
    return {
      status: 'good' as const,
      path: await entryLink({ userId: session!.userId, membershipId: session!.membershipId, to: path, framedBy: null, via: VIA_WINDOW }),
    }
  }
}
