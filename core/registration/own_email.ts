import db from '@adonisjs/lucid/services/db'
import { conflict } from '../contract/errors.js'
import { type GivenName, nameProblems } from '../contract/full_name.js'
import { defineMail } from '../contract/plugin.js'
import type { ExtraAnswers } from '../contract/registration.js'
import { refuse } from '../accounts/account_rules.js'
import { mayMailCode } from '../accounts/attempts.js'
import { refuseLocked, refuseOutcome } from '../accounts/code_refusals.js'
import { consumeCode, deleteEndedCodes, issueCode } from '../accounts/codes.js'
import type { TokenPurpose } from '../accounts/tokens.js'
import { sendMail } from '../mail/mail_service.js'
import { asSystem, inCompany } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'
import { checkAnswers } from './answers.js'
import { registrationFields } from './fields.js'

/** Verifies that a person reads the mail of their address. */
export const EMAIL_CODE: TokenPurpose = { name: 'verify_email', seconds: 15 * 60 }

interface CodeFacts {
  userId: number
}

/** The code is created when the mail is written, so that it is in no event. It belongs to the person, not to a membership. */
export const verifyCodeMail = defineMail({
  trigger: 'core.mail.verify_code',
  aboutAccount: true,
  load: async ({ userId }: CodeFacts) => ({
    code: (await asSystem('registration.code', () => issueCode(EMAIL_CODE, { userId, membershipId: null }))).code,
  }),
  secrets: ['code'],
  sample: { code: '480 215' },
})

/** The signed-in person, whose address is unverified. @throws AppError 409 already_verified */
function unverified(session: Session): Session {
  if (session.row.email_verified) throw conflict('already_verified')
  return session
}

/**
 * Mails the signed-in person a code for their own address.
 * @returns `sent_before` when one was sent recently
 * @throws AppError 409 already_verified; 429 no_attempts_left (status `blocked`)
 */
export async function requestVerification(session: Session): Promise<'sent' | 'sent_before'> {
  const { userId, companyId, membershipId } = unverified(session)
  await refuseLocked(EMAIL_CODE, userId)
  if (!(await mayMailCode(userId))) return 'sent_before'
  await deleteEndedCodes(EMAIL_CODE, userId)
  const payload: CodeFacts = { userId }
  const send = (to: { member: number } | { person: number }) =>
    db.transaction((trx) => sendMail(trx, verifyCodeMail.trigger, { to, payload }))
  if (companyId && membershipId) await inCompany(companyId, () => send({ member: membershipId }))
  else await asSystem('registration.mail', () => send({ person: userId }))
  return 'sent'
}

/** Verifies the signed-in person's address with the code. @throws AppError as `requestVerification`, and of a wrong code */
export async function verifyOwnEmail(session: Session, code: string): Promise<void> {
  const { userId } = unverified(session)
  await refuseOutcome(EMAIL_CODE, await consumeCode(EMAIL_CODE, userId, code), userId)
  await asSystem('registration.verified', () =>
    db.from('core_users').where('id', userId).whereNull('email_verified_at').update({ email_verified_at: new Date() }),
  )
}

interface OwnDetails extends GivenName {
  language: string
  extra: ExtraAnswers
}

/**
 * Saves the signed-in person's details until their address is verified; after that the profile does.
 * @throws AppError 409 already_verified; 422 firstname_mandatory, lastname_mandatory, and at `extra.<id>`
 */
export async function updateOwnDetails(session: Session, given: OwnDetails): Promise<void> {
  const { userId, companyId, membershipId } = unverified(session)
  const { firstname, infix, lastname, language } = given
  const asked = companyId ? await inCompany(companyId, () => registrationFields()) : []
  const { answers, problems } = checkAnswers(asked, given.extra)
  refuse([...nameProblems(given), ...problems])
  await asSystem('registration.details', () =>
    db.transaction(async (trx) => {
      await trx.from('core_users').where('id', userId).update({ firstname, infix, lastname, language })
      if (membershipId) {
        await trx.rawQuery('update core_memberships set extra_info = extra_info || ?::jsonb where id = ?', [
          JSON.stringify(answers),
          membershipId,
        ])
      }
    }),
  )
}
