import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { TokenPurpose } from './tokens.js'

/** What whoever read a code in the person's mailbox could still come in with: the code itself, and a registration that it opened. */
const MAILED = ['password_reset', 'verify_email', 'registration.started', 'registration.verified']

/** Ends them, as who may come in was changed: a password, or the mailbox. @param trx of the across scope */
export async function endMailedCodes(trx: TransactionClientContract, userId: number): Promise<void> {
  await trx.from('core_tokens').where('user_id', userId).whereIn('purpose', MAILED).whereNull('used_at').delete()
}

/** Lets the open links of a purpose be over: another may be asked for, and goes to the mailbox of now. @param trx of the across scope */
export async function expireTokens(trx: TransactionClientContract, purpose: TokenPurpose, userId: number): Promise<void> {
  await trx
    .from('core_tokens')
    .where({ user_id: userId, purpose: purpose.name })
    .whereNull('used_at')
    .where('expires_at', '>', new Date())
    .update({ expires_at: new Date() })
}
