import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '../contract/errors.js'
import { membershipStatusChanged } from '../contract/people_events.js'
import { emit } from '../events/outbox.js'
import { asSystem } from '../tenancy/scope.js'
import { detailProblems, passwordProblems, refuse } from './account_rules.js'
import { INVITATION } from './invitation.js'
import { readToken, useToken } from './tokens.js'

export interface Acceptance {
  firstname: string
  lastname: string
  language: string
  agreed: boolean
  /** Not of somebody who has one already, by another company. */
  password: string | null
}

interface Invited {
  user_id: number
  email: string
  firstname: string
  lastname: string
  has_password: boolean
  status: string
  last_seen_at: Date | null
}

/** Who is invited, for the page that the link opens: who holds it may set the password, so their own name is no secret. */
export async function findInvited(membershipId: number): Promise<Invited | null> {
  return asSystem('invitation.person', async () => {
    const row: Invited | null = await db
      .from('core_memberships as m')
      .join('core_users as u', 'u.id', 'm.user_id')
      .where('m.id', membershipId)
      .select('m.user_id', 'u.firstname', 'u.lastname', 'm.status', 'm.last_seen_at')
      .select(db.raw('u.email::text as email'), db.raw('u.password is not null as has_password'))
      .first()
    return row
  })
}

/** Somebody who was in and was switched off since is not let in by an old mail. */
const isOpen = ({ status, last_seen_at: seen }: Invited) => status === 'active' || seen === null

/**
 * Accepts an invitation, once: the person's details, a password for who has none, and the membership is active.
 * @param token the secret of the link
 * @returns whose membership it is, to open a session for
 * @throws AppError 404 for a link that never was; 409 invite_used, invite_expired, invite_not_accepted (withdrawn); 422 with the codes of
 * specification, section 5
 */
export async function acceptInvitation(token: string, given: Acceptance): Promise<{ userId: number; membershipId: number }> {
  const invitation = await readToken(INVITATION, token)
  if (!invitation?.membershipId) throw notFound()
  if (invitation.state !== 'open') throw conflict(`invite_${invitation.state}`)
  const invited = await findInvited(invitation.membershipId)
  if (!invited || !isOpen(invited)) throw conflict('invite_not_accepted')
  const asksPassword = !invited.has_password
  refuse([...detailProblems(given), ...(asksPassword ? passwordProblems(given.password ?? '', invited.email) : [])])
  const password = asksPassword ? await hash.make(given.password!) : null
  const accepted = await useToken(INVITATION, token, async (subject) => {
    await db.transaction(async (trx) => {
      // Looked at again with the row in hand: somebody may have been switched off, or erased, since.
      const accepted = await trx
        .from('core_memberships')
        .where('id', subject.membershipId!)
        .where((query) => void query.where('status', 'active').orWhereNull('last_seen_at'))
        .update({ status: 'active', conditions_accepted_at: new Date() })
      if (!Number(accepted)) throw conflict('invite_not_accepted')
      await emit(trx, membershipStatusChanged, { membershipId: subject.membershipId!, status: 'active', changedBy: subject.userId })
    })
    await asSystem('invitation.accept', () => acceptPerson(subject.userId, given, password))
    return { userId: subject.userId, membershipId: subject.membershipId! }
  })
  // Two windows at once: the other one was first.
  if (!accepted) throw conflict('invite_used')
  return accepted
}

async function acceptPerson(userId: number, { firstname, lastname, language }: Acceptance, password: string | null): Promise<void> {
  await db.transaction(async (trx) => {
    await trx
      .from('core_users')
      .where('id', userId)
      .update({ firstname, lastname, language, email_verified_at: trx.raw('coalesce(email_verified_at, now())') })
    // One that was set meanwhile, by another company's invitation, stays.
    if (password) await trx.from('core_users').where('id', userId).whereNull('password').update({ password })
  })
}
