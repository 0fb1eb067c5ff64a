import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { conflict, notFound } from '../contract/errors.js'
import type { GivenName, PersonName } from '../contract/full_name.js'
import type { MemberState } from '../contract/member_states.js'
import { conditionsAccepted, membershipStatusChanged } from '../contract/people_events.js'
import { emit } from '../events/outbox.js'
import type { ExtraAnswers, RegistrationField } from '../contract/registration.js'
import { checkAnswers } from '../registration/answers.js'
import { registrationFields } from '../registration/fields.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import { detailProblems, passwordProblems, refuse } from './account_rules.js'
import { INVITATION } from './invitation.js'
import { readToken, useToken } from './tokens.js'

export interface Acceptance extends GivenName {
  language: string
  agreed: boolean
  /** Left out for somebody who already has a password through another company. */
  password: string | null
  /** Answers to the company's extra registration fields. */
  extra: ExtraAnswers
}

export interface Invited extends PersonName {
  user_id: number
  company_id: number
  /** The login id of the company. */
  company_status: string
  email: string
  has_password: boolean
  state: MemberState
}

/** The invited person, shown on the page that the link opens. The holder of the link may set the password, so they may see the name. */
export async function findInvited(membershipId: number): Promise<Invited | null> {
  return asSystem('invitation.person', async () => {
    const row: Invited | null = await db
      .from('core_memberships as m')
      .join('core_users as u', 'u.id', 'm.user_id')
      .join('core_companies as c', 'c.id', 'm.company_id')
      .where('m.id', membershipId)
      .select('m.user_id', 'm.company_id', 'u.firstname', 'u.infix', 'u.lastname', 'm.state')
      .select('c.status as company_status')
      .select(db.raw('u.email::text as email'), db.raw('u.password is not null as has_password'))
      .first()
    return row
  })
}

/** False for a person who was deactivated or whose invitation was withdrawn, and if the company is not active, also with an old mail. */
export const isOpen = ({ state, company_status: company }: Invited) => company === 'active' && state !== 'inactive'

/** The extra fields that the company asks of people it invites. */
export const fieldsFor = ({ company_id: companyId }: Invited): Promise<RegistrationField[]> =>
  inCompany(companyId, () => registrationFields())

/**
 * Accepts an invitation, once: saves the person's details, sets a password if they have none, and activates the membership.
 * @param token the secret of the link
 * @returns the membership to open a session for
 * @throws AppError 404 for an unknown link; 409 invite_used, invite_expired, invite_not_accepted (withdrawn); 422 with the codes of
 * specification, section 5
 */
export async function acceptInvitation(token: string, given: Acceptance): Promise<{ userId: number; membershipId: number }> {
  const invitation = await readToken(INVITATION, token)
  if (!invitation?.membershipId) throw notFound()
  if (invitation.state !== 'open') throw conflict(`invite_${invitation.state}`)
  const invited = await findInvited(invitation.membershipId)
  if (!invited || !isOpen(invited)) throw conflict('invite_not_accepted')
  const asksPassword = !invited.has_password
  const { answers, problems } = checkAnswers(await fieldsFor(invited), given.extra)
  refuse([...detailProblems(given), ...problems, ...(asksPassword ? passwordProblems(given.password ?? '', invited.email) : [])])
  const password = asksPassword ? await hash.make(given.password!) : null
  const accepted = await useToken(INVITATION, token, async (subject) => {
    await db.transaction(async (trx) => {
      const membershipId = subject.membershipId!
      const acceptedAt = new Date()
      // Check again now that the row is locked: the person may have been deactivated or erased, or the company closed.
      const { rowCount } = await trx.rawQuery(
        `update core_memberships m set status = 'active', conditions_accepted_at = ?, extra_info = m.extra_info || ?::jsonb
          where m.id = ? and m.state <> 'inactive'
            and exists (select 1 from core_companies c where c.id = m.company_id and c.status = 'active')`,
        [acceptedAt, JSON.stringify(answers), membershipId],
      )
      if (!rowCount) throw conflict('invite_not_accepted')
      await emit(trx, membershipStatusChanged, { membershipId, status: 'active', changedBy: subject.userId })
      const { language } = given
      await emit(trx, conditionsAccepted, { membershipId, language, acceptedAt: acceptedAt.toISOString(), via: 'invitation' })
    })
    await asSystem('invitation.accept', () => acceptPerson(subject.userId, given, password))
    return { userId: subject.userId, membershipId: subject.membershipId! }
  })
  // The same link was used in two windows, and the other window was first.
  if (!accepted) throw conflict('invite_used')
  return accepted
}

async function acceptPerson(userId: number, { firstname, infix, lastname, language }: Acceptance, password: string | null): Promise<void> {
  await db.transaction(async (trx) => {
    await trx
      .from('core_users')
      .where('id', userId)
      .update({ firstname, infix, lastname, language, email_verified_at: trx.raw('coalesce(email_verified_at, now())') })
    // Keep a password that was set meanwhile through another company's invitation.
    if (password) await trx.from('core_users').where('id', userId).whereNull('password').update({ password })
  })
}
