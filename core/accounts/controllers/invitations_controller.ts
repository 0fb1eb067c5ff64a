import type { HttpContext } from '@adonisjs/core/http'
import { acceptInvitationValidator } from '#core/accounts/validators'
import { notFound } from '../../contract/errors.js'
import { acceptInvitation, findInvited } from '../accept_invitation.js'
import { openSession } from '../entry.js'
import { findPerson } from '../session_store.js'
import { readInvitation } from '../invitation.js'

/** What a link of an invitation mail leads to. */
export default class InvitationsController {
  /** For a visitor: the secret itself is the permission. Of the person only what they go on with, and only while it is open. */
  async show({ params }: HttpContext) {
    const invitation = await readInvitation(String(params.token))
    if (!invitation) throw notFound()
    const { state, membershipId, expiresAt } = invitation
    const invited = state === 'open' && membershipId ? await findInvited(membershipId) : null
    return {
      status: 'good' as const,
      state,
      expires_at: expiresAt.toISOString(),
      person: invited && {
        email: invited.email,
        firstname: invited.firstname,
        lastname: invited.lastname,
        asks_password: !invited.has_password,
      },
    }
  }

  /** POST /invite/update (specification, section 7). */
  async accept(ctx: HttpContext) {
    const { code, firstname, lastname, language, password, agreed } = await ctx.request.validateUsing(acceptInvitationValidator)
    const { userId, membershipId } = await acceptInvitation(code, {
      firstname: firstname ?? '',
      lastname: lastname ?? '',
      language,
      agreed: agreed ?? false,
      password: password ?? null,
    })
    const { expiresAt } = await openSession(ctx, { membershipId, via: 'core.invitation' })
    const person = await findPerson(userId, membershipId)
    // Erased at this very moment.
    if (!person) throw notFound()
    return { status: 'good' as const, expires_at: expiresAt.toISOString(), role: person.role }
  }
}
