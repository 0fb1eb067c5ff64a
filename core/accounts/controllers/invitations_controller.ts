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

/** The page and calls of the link in an invitation mail. */
export default class InvitationsController {
  /**
   * Open to visitors: the secret is the permission. Shows only what the person needs to continue, and only while the invitation is open.
   */
  async show({ params }: HttpContext) {
    const invitation = await readInvitation(String(params.token))
    if (!invitation) throw notFound()
    const { state, membershipId, expiresAt } = invitation
    const found = state === 'open' && membershipId ? await findInvited(membershipId) : null
    const invited = found && isOpen(found) ? found : null
    return {
      status: 'good' as const,
      // The invitation was withdrawn or the company is not active. The link itself is valid.
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
   * POST /invite/update (specification, section 7). `code` is the secret of a link, or the six mailed digits for an invited person whose
   * address is not verified yet (section 4: the registration popup).
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
    // The account was erased at this moment.
    if (!person) throw notFound()
    return { status: 'good' as const, expires_at: expiresAt.toISOString(), role: person.role }
  }
}
