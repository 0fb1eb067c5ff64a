import { randomInt } from 'node:crypto'
import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '../contract/events.js'
import { conflict, invalid } from '../contract/errors.js'
import { hasMailbox } from '../contract/mail.js'
import type { MemberState } from '../contract/member_states.js'
import { membershipStatusChanged } from '../contract/people_events.js'
import { defineMail } from '../contract/plugin.js'
import { emit } from '../events/outbox.js'
import { lockPerson } from '../people/lock_members.js'
import { recordAudit } from '../privacy/audit.js'
import { IS_UNFINISHED, PLACEHOLDER_NAMES } from '../registration/unfinished.js'
import { asSystem, currentCompanyId, inCompany } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { codeAsTyped, codeInGroups } from './code_text.js'
import { countedAs, forgetAttempts, limitSignIn } from './attempts.js'
import { requestInvitation } from './invitation.js'
import type { SecondStep } from './second_step.js'
import { type SignedIn, type SignInFrom, signInAs } from './sign_in_service.js'
import { candidateByCode } from './ways_in.js'

// People without an e-mail address sign in with an identifier that a plugin resolves (a personnel number) and a code. The code is their
// password: it is stored, locked and changed like one.

const DIGITS = 10

const newCode = () => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')

const codeIssuedAgain = defineEvent<{ membershipId: number }>('core.code.issued_again')

/** A notification that a supervisor issued a new code. The person has no mailbox, so no mail is sent. */
export const codeIssuedMail = defineMail({
  trigger: 'core.mail.code_issued',
  on: codeIssuedAgain,
  to: ({ membershipId }) => membershipId,
  receivedBy: ['leerling', 'beheerder', 'examinator', 'proctor'],
  load: async () => ({}),
  sample: {},
})

async function standing(trx: TransactionClientContract, userId: number, membershipId: number) {
  const all: { id: number; state: MemberState }[] = await trx.from('core_memberships').where('user_id', userId).select('id', 'state')
  return {
    state: all.find(({ id }) => Number(id) === membershipId)!.state,
    isElsewhere: all.some(({ id, state }) => Number(id) !== membershipId && state !== 'inactive'),
  }
}

/**
 * Issues a new sign-in code to a member without an e-mail address. Ends the earlier code and their sessions, and forgets wrong tries. A person who was only added
 * becomes active. Audited.
 * @returns the code, grouped for printing; only its hash is stored
 * @throws AppError 404; 409 has_address, account_inactive, account_elsewhere
 */
export async function issueSignInCode(session: Session, membershipId: number): Promise<string> {
  const companyId = currentCompanyId()
  const code = newCode()
  const password = await hash.make(code)
  await asSystem('code.issue', () =>
    db.transaction(async (trx) => {
      const { userId, platformRole } = await lockPerson(trx, companyId, membershipId)
      const user: { email: string; deleted_at: Date | null } = await trx.from('core_users').where('id', userId).firstOrFail()
      if (hasMailbox(user.email)) throw conflict('has_address')
      const { state, isElsewhere } = await standing(trx, userId, membershipId)
      // A company may only set the code of a person who belongs to no other company.
      if (platformRole || isElsewhere) throw conflict('account_elsewhere')
      if (state === 'inactive' || user.deleted_at) throw conflict('account_inactive')
      const isNew = state === 'invited'
      await trx.from('core_users').where('id', userId).update({ password, code_kind: 'issued' })
      await trx.from('core_sessions').where('user_id', userId).delete()
      await forgetAttempts(trx, countedAs({ userId, email: null }))
      if (isNew) await trx.from('core_memberships').where('id', membershipId).update({ status: 'active' })
      await inCompany(companyId, async () => {
        await recordAudit(trx, session, { action: 'member.code', reason: 'people.code', details: { membershipId } })
        if (isNew) await emit(trx, membershipStatusChanged, { membershipId, status: 'active', changedBy: session.userId })
        else await emit(trx, codeIssuedAgain, { membershipId })
      })
    }),
  )
  return codeInGroups(code)
}

const addressGiven = defineEvent<{ membershipId: number; email: string }>('core.address.given')

/** Tells a person at their new address how they sign in from now on. */
export const addressGivenMail = defineMail({
  trigger: 'core.mail.address_given',
  on: addressGiven,
  to: ({ membershipId }) => membershipId,
  aboutAccount: true,
  load: async ({ email }) => ({ email }),
  sample: { email: 'piotr.kowalski@noordwind.example' },
})

/**
 * Gives a member an e-mail address who had none. A person who never signed in is invited there. For others the code works until they choose
 * a password by mail. Audited.
 * @throws AppError 404; 409 has_address, account_elsewhere; 422 on `email` (email_in_use)
 */
export async function setSignInAddress(session: Session, membershipId: number, email: string): Promise<void> {
  const companyId = currentCompanyId()
  const give = () =>
    db.transaction(async (trx) => {
      const { userId, platformRole } = await lockPerson(trx, companyId, membershipId)
      const user: { email: string } = await trx.from('core_users').where('id', userId).select('email').firstOrFail()
      if (hasMailbox(user.email)) throw conflict('has_address')
      const { state, isElsewhere } = await standing(trx, userId, membershipId)
      if (platformRole || isElsewhere) throw conflict('account_elsewhere')
      if (!hasMailbox(email)) throw invalid('email', 'email')
      // An unverified registration does not reserve the address.
      await trx.rawQuery(`delete from core_users u where u.email = ? and ${IS_UNFINISHED}`, [email, ...PLACEHOLDER_NAMES])
      await trx.from('core_users').where('id', userId).update({ email, email_verified_at: null })
      await inCompany(companyId, async () => {
        await recordAudit(trx, session, { action: 'member.address', reason: 'people.address', details: { membershipId } })
        if (state === 'invited') await requestInvitation(trx, membershipId)
        else await emit(trx, addressGiven, { membershipId, email })
      })
    })
  await asSystem('address.give', give).catch((error: { code?: string }) => {
    throw error.code === '23505' ? invalid('email', 'email_in_use') : error
  })
}

/**
 * Signs in a person of the running company with their code, like a sign-in with a password. Attempts are counted per person and per network
 * address; attempts with an unknown identifier are counted by that identifier.
 * @param membershipId the resolved person; null if there is none
 * @param name the typed identifier, for counting
 * @throws AppError 401 wrong_password_or_email; 403 password_not_used; 429 too_many_attempts
 */
export async function signInByCode(
  { membershipId, name }: { membershipId: number | null; name: string },
  { password, ...from }: SignInFrom,
): Promise<(SignedIn & { choosesCode: boolean }) | SecondStep> {
  const companyId = currentCompanyId()
  const chosen = membershipId === null ? undefined : await candidateByCode(membershipId)
  const own = chosen?.company_id === companyId ? chosen : undefined
  const counted = own ? countedAs({ userId: own.user_id, email: null }) : `${companyId}:${name.toLowerCase()}`
  const signedIn = await signInAs(own, await limitSignIn(counted, from.ip), { ...from, password: codeAsTyped(password) })
  if (signedIn.status === 'second_factor') return signedIn
  return { ...signedIn, choosesCode: own!.code_kind === 'issued' }
}
