import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { TokenPurpose } from './tokens.js'

/** The mailed secrets that still let somebody in: the code itself, and a registration it opened. */
const MAILED = ['password_reset', 'verify_email', 'registration.started', 'registration.verified']

/** Ends these secrets when the password or the mailbox changes. @param trx of the across scope */
export async function endMailedCodes(trx: TransactionClientContract, userId: number): Promise<void> {
  await trx.from('core_tokens').where('user_id', userId).whereIn('purpose', MAILED).whereNull('used_at').delete()
}

/** Expires the open links of a purpose. A new link can be requested and goes to the current address. @param trx of the across scope */
export async function expireTokens(trx: TransactionClientContract, purpose: TokenPurpose, userId: number): Promise<void> {
  await trx
    .from('core_tokens')
    .where({ user_id: userId, purpose: purpose.name })
    .whereNull('used_at')
    .where('expires_at', '>', new Date())
    .update({ expires_at: new Date() })
}
