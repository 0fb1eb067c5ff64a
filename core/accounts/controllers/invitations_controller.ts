import type { HttpContext } from '@adonisjs/core/http'
import { acceptInvitationValidator } from '#core/accounts/validators'
import { notFound } from '../../contract/errors.js'
import { acceptInvitation, fieldsFor, findInvited, isOpen } from '../accept_invitation.js'
import { openSession } from '../entry.js'
import { findPerson } from '../session_store.js'
import { readInvitation } from '../invitation.js'
import { readMetadata } from '../../registration/metadata.js'
import { updateOwnDetails, verifyOwnEmail } from '../../registration/own_email.js'

const SIX_DIGITS = /^\d{6}$/

/** What a link of an invitation mail leads to. */
export default class InvitationsController {
  /** For a visitor: the secret itself is the permission. Of the person only what they go on with, and only while it is open. */
  async show({ params }: HttpContext) {
    const invitation = await readInvitation(String(params.token))
    if (!invitation) throw notFound()
    const { state, membershipId, expiresAt } = invitation
    const found = state === 'open' && membershipId ? await findInvited(membershipId) : null
    const invited = found && isOpen(found) ? found : null
    return {
      status: 'good' as const,
      // Taken back, or of a company that is not active: the link itself is still whole.
      state: state === 'open' && !invited ? ('withdrawn' as const) : state,
      expires_at: expiresAt.toISOString(),
      person: invited && {
        email: invited.email,
        firstname: invited.firstname,
        infix: invited.infix,
        lastname: invited.lastname,
        asks_password: !invited.has_password,
        fields: await fieldsFor(invited),
      },
    }
  }

  /**
   * POST /invite/update (specification, section 7): with the secret of a link as `code`, or, of somebody who came in by an invitation
   * and whose address is not proved yet, with the six digits that were mailed (section 4: the registration popup).
   */
  async accept(ctx: HttpContext) {
    const { code, firstname, infix, lastname, language, metadata, password, agreed } =
      await ctx.request.validateUsing(acceptInvitationValidator)
    const { extra } = readMetadata(metadata)
    if (ctx.session && SIX_DIGITS.test(code)) {
      await updateOwnDetails(ctx.session, { firstname: firstname ?? '', infix, lastname: lastname ?? '', language, extra })
      await verifyOwnEmail(ctx.session, code)
      return { status: 'good' as const }
    }
    const { userId, membershipId } = await acceptInvitation(code, {
      firstname: firstname ?? '',
      infix,
      lastname: lastname ?? '',
      language,
      agreed: agreed ?? false,
      password: password ?? null,
      extra,
    })
    const { expiresAt } = await openSession(ctx, { membershipId, via: 'core.invitation', byMail: true })
    const person = await findPerson(userId, membershipId)
    // Erased at this very moment.
    if (!person) throw notFound()
    return { status: 'good' as const, expires_at: expiresAt.toISOString(), role: person.role }
  }
}
