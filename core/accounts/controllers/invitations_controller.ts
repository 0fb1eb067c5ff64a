import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '../../contract/errors.js'
import { readInvitation } from '../invitation.js'

/** What a link of an invitation mail leads to. */
export default class InvitationsController {
  /** For a visitor: the secret itself is the permission, and nothing of the person is said. */
  async show({ params }: HttpContext) {
    const invitation = await readInvitation(String(params.token))
    if (!invitation) throw notFound()
    return { status: 'good' as const, state: invitation.state, expires_at: invitation.expiresAt.toISOString() }
  }
}
