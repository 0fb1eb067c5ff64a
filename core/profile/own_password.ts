import hash from '@adonisjs/core/services/hash'
import db from '@adonisjs/lucid/services/db'
import { conflict, forbidden, invalid } from '../contract/errors.js'
import { codeProblems, passwordProblems, refuse } from '../accounts/account_rules.js'
import { countedAs, limitSignIn } from '../accounts/attempts.js'
import { endMailedCodes } from '../accounts/mailed.js'
import { codeAsTyped } from '../accounts/code_text.js'
import { passwordChangedMail } from '../accounts/password_reset.js'
import { toPerson } from '../accounts/to_person.js'
import { sendMail } from '../mail/mail_service.js'
import { asSystem } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

/**
 * Asks for the password again before a change of how one signs in: a browser may have been left open. Wrong guesses count like those at
 * sign-in.
 * @param ip network address of the caller
 * @returns the stored hash that matched
 * @throws AppError 403 in a frame; 409 no_password if none was ever set; 422 on `current` (wrong_password); 429 too_many_attempts
 */
export async function confirmPassword(session: Session, current: string, ip: string): Promise<string> {
  // The framing site signed this person in, but must not change their account.
  if (session.framedBy) throw forbidden()
  const row = await asSystem('account.password', () =>
    db.from('core_users').where('id', session.userId).select('password', 'code_kind').firstOrFail(),
  )
  if (!row.password) throw conflict('no_password')
  const attempts = await limitSignIn(countedAs({ userId: session.userId, email: session.row.email }), ip)
  const given = row.code_kind ? codeAsTyped(current) : current
  if (!(await hash.verify(row.password as string, given))) throw invalid('current', 'wrong_password')
  await attempts.succeeded()
  return row.password as string
}

const signsInByCode = (userId: number): Promise<boolean> =>
  asSystem(
    'account.password',
    async () => (await db.from('core_users').where('id', userId).select('code_kind').first())?.code_kind !== null,
  )

/**
 * Sets a new password. All other sessions of the person end, and they are told by mail.
 * @throws AppError as confirmPassword; 422 on `password` (password_minimum, password_is_email, same_password, code_too_easy); 409 password_changed when
 * another window was first
 */
export async function changePassword(
  session: Session,
  { current: typed, password: chosen, ip }: { current: string; password: string; ip: string },
): Promise<void> {
  const isCode = await signsInByCode(session.userId)
  const [current, password] = isCode ? [codeAsTyped(typed), codeAsTyped(chosen)] : [typed, chosen]
  refuse([...passwordProblems(password, session.row.email), ...(isCode ? codeProblems(password) : [])])
  const stored = await confirmPassword(session, current, ip)
  if (password === current) throw invalid('password', 'same_password')
  const hashed = await hash.make(password)
  await asSystem('account.password', () =>
    db.transaction(async (trx) => {
      const changed = await trx
        .from('core_users')
        .where({ id: session.userId, password: stored })
        .update({ password: hashed, code_kind: trx.raw(`case when code_kind is not null then 'own' end`) })
      if (!Number(changed)) throw conflict('password_changed')
      await trx.from('core_sessions').where('user_id', session.userId).whereNot('id', session.id).delete()
      // A reset code that is still in the mail would undo it.
      await endMailedCodes(trx, session.userId)
    }),
  )
  await toPerson(session, (to) => db.transaction((trx) => sendMail(trx, passwordChangedMail.trigger, { to })))
}
