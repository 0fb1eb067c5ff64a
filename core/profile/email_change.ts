import { createHash } from 'node:crypto'
import db from '@adonisjs/lucid/services/db'
import { conflict, invalid } from '../contract/errors.js'
import { defineMail } from '../contract/plugin.js'
import { mayMail } from '../accounts/attempts.js'
import { INVITATION } from '../accounts/invitation.js'
import { endMailedCodes, expireTokens } from '../accounts/mailed.js'
import { refuseLocked, refuseOutcome } from '../accounts/code_refusals.js'
import { checkCode, deleteEndedCodes, issueCode, useCode } from '../accounts/codes.js'
import { type Acting, toPerson } from '../accounts/to_person.js'
import type { TokenPurpose } from '../accounts/tokens.js'
import { sendMail } from '../mail/mail_service.js'
import { asSystem } from '../tenancy/scope.js'
import { IS_UNFINISHED, PLACEHOLDER_NAMES } from '../registration/unfinished.js'
import type { Session } from '../tenancy/session.js'
import { confirmPassword } from './own_password.js'

const SECONDS = 30 * 60
/** Each address gets its own code: access to one mailbox is not enough to move the account. */
const OLD: TokenPurpose = { name: 'email_change_old', seconds: SECONDS }
const NEW: TokenPurpose = { name: 'email_change_new', seconds: SECONDS }

const PER_PERSON = { requests: 3, duration: '15 mins' }
/** The mailbox may belong to somebody who did not request this. */
const PER_ADDRESS = { requests: 2, duration: '1 hour' }

interface Change extends Acting {
  /** The new address. */
  email: string
}

const codeFor =
  (purpose: TokenPurpose) =>
  async ({ userId, membershipId, email }: Change) => ({
    code: (await issueCode(purpose, { userId, membershipId, data: { email } })).code,
    email,
  })

/** To the old address. */
export const emailChangeOldMail = defineMail({
  trigger: 'core.mail.email_change_old',
  aboutAccount: true,
  load: codeFor(OLD),
  secrets: ['code'],
  sample: { code: '480 215', email: 'sanne.nieuw@noordwind.example' },
})

/** To the new address. */
export const emailChangeNewMail = defineMail({
  trigger: 'core.mail.email_change_new',
  aboutAccount: true,
  load: codeFor(NEW),
  secrets: ['code'],
  sample: { code: '713 066', email: 'sanne.nieuw@noordwind.example' },
})

/** To the old address, after the change. */
export const emailChangedMail = defineMail({
  trigger: 'core.mail.email_changed',
  aboutAccount: true,
  load: async ({ email }: { email: string }) => ({ email }),
  sample: { email: 'sanne.nieuw@noordwind.example' },
})

const actingOf = ({ companyId, membershipId, userId }: Session): Acting => ({ companyId, membershipId, userId })
const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 32)

/**
 * Mails one code to the current address and one to the new one.
 * @throws AppError as confirmPassword; 422 on `email` (email_in_use, same_email); 429 no_attempts_left; 409 code_sent_before, no_address
 */
export async function requestEmailChange(
  session: Session,
  { email, current, ip }: { email: string; current: string; ip: string },
): Promise<void> {
  await confirmPassword(session, current, ip)
  // Without an address there is no mailbox to ask whether this is them: their supervisor adds one.
  if (session.row.email === null) throw conflict('no_address')
  if (email === session.row.email.toLowerCase()) throw invalid('email', 'same_email')
  if (await isTaken(email)) throw invalid('email', 'email_in_use')
  for (const purpose of [OLD, NEW]) await refuseLocked(purpose, session.userId)
  const mayBeSent = await mayMail([
    [PER_PERSON, `email_change:${session.userId}`],
    [PER_ADDRESS, `email_change_to:${hashOf(email)}`],
  ])
  if (!mayBeSent) throw conflict('code_sent_before')
  for (const purpose of [OLD, NEW]) await deleteEndedCodes(purpose, session.userId)
  const payload: Change = { ...actingOf(session), email }
  await toPerson(session, (to) =>
    db.transaction(async (trx) => {
      await sendMail(trx, emailChangeOldMail.trigger, { to, payload })
      await sendMail(trx, emailChangeNewMail.trigger, { to: { ...to, at: email }, payload })
    }),
  )
}

// Anybody can start a registration with any address, so an unverified one does not reserve it.
const isTaken = (email: string) =>
  asSystem('account.email_taken', () =>
    db.from('core_users as u').where('u.email', email).whereRaw(`not (${IS_UNFINISHED})`, PLACEHOLDER_NAMES).select('u.id').first(),
  )

/**
 * Changes the address once both codes are right, and notifies the old one.
 * @returns the new address
 * @throws AppError 422 on `old_code`, `new_code` (incorrect_code), on `email` (email_in_use); 409 code_expired; 429 no_attempts_left
 */
export async function confirmEmailChange(session: Session, codes: { old_code: string; new_code: string }): Promise<string> {
  const { userId } = session
  // Checked before use: a typing error in the second code must not use up the first.
  await refuseOutcome(OLD, await checkCode(OLD, userId, codes.old_code), userId, 'old_code')
  await refuseOutcome(NEW, await checkCode(NEW, userId, codes.new_code), userId, 'new_code')
  const left = await useCode(OLD, userId, codes.old_code)
  await refuseOutcome(OLD, left.outcome, userId, 'old_code')
  const next = await useCode(NEW, userId, codes.new_code)
  await refuseOutcome(NEW, next.outcome, userId, 'new_code')
  const email = emailOf(next.data)
  // Codes of two different requests: no mailbox confirmed this one.
  if (!email || email !== emailOf(left.data)) throw conflict('code_expired', { message: 'code_expired' })
  const old = session.row.email
  if (old === null) throw conflict('no_address')
  await asSystem('account.email', () => changeTo(userId, old, email)).catch((error: { code?: string }) => {
    // Somebody else registered the address meanwhile (unique_violation).
    throw error.code === '23505' ? invalid('email', 'email_in_use') : error
  })
  await toPerson(session, (to) =>
    db.transaction((trx) => sendMail(trx, emailChangedMail.trigger, { to: { ...to, at: old }, payload: { email } })),
  )
  return email
}

const emailOf = (data: object | null) => (data as { email?: string } | null)?.email

async function changeTo(userId: number, old: string, email: string): Promise<void> {
  await db.transaction(async (trx) => {
    // The mailbox confirmed, so an unfinished registration with this address is deleted.
    await trx.rawQuery(`delete from core_users u where u.email = ? and ${IS_UNFINISHED}`, [email, ...PLACEHOLDER_NAMES])
    const changed = await trx
      .from('core_users')
      .where({ id: userId, email: old })
      .update({ email, email_verified_at: new Date(), updated_at: trx.raw('clock_timestamp()') })
    if (!Number(changed)) throw conflict('code_expired', { message: 'code_expired' })
    // Codes and links that were mailed to the old address stop working.
    await endMailedCodes(trx, userId)
    await expireTokens(trx, INVITATION, userId)
  })
}

/** The pending new address, for a reloaded page; null when there is none. */
export async function pendingEmail(session: Session): Promise<string | null> {
  const row = await asSystem('account.email_pending', () =>
    db
      .from('core_tokens')
      .where({ purpose: NEW.name, user_id: session.userId })
      .whereNull('used_at')
      .where('expires_at', '>', new Date())
      .select('data')
      .first(),
  )
  return emailOf(row?.data ?? null) ?? null
}

/** Cancels a pending change. */
export async function cancelEmailChange({ userId }: Session): Promise<void> {
  await asSystem('account.email_cancel', () =>
    db
      .from('core_tokens')
      .whereIn('purpose', [OLD.name, NEW.name])
      .where('user_id', userId)
      .whereNull('used_at')
      .where('tries', '<', 5)
      .delete(),
  )
}
