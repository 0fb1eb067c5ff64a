import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { defineEvent } from '../contract/events.js'
import { defineMail } from '../contract/plugin.js'
import { emit } from '../events/outbox.js'
import { inCompany } from '../tenancy/scope.js'

/** How the person signs in from now on: through their company's directory, or with their address and a password of their own. */
type Way = 'directory' | 'password'

const codeEnded = defineEvent<{ membershipId: number; way: Way }>('core.code.ended')

/** Tells a person that their sign-in code no longer works, and how they sign in instead. */
export const codeEndedMail = defineMail({
  trigger: 'core.mail.code_ended',
  on: codeEnded,
  to: ({ membershipId }) => membershipId,
  aboutAccount: true,
  load: async ({ way }) => ({ way }),
  sample: { way: 'password' },
})

/**
 * Ends the sign-in code of a person who has an address by now, and the sessions that it opened, in the caller's transaction. A supervisor may
 * know that code, so it must not outlive the reason for it. Does nothing for others.
 */
export async function endSignInCode(
  trx: TransactionClientContract,
  { userId, companyId, membershipId }: { userId: number; companyId: number; membershipId: number },
  way: Way,
): Promise<void> {
  const ended = await trx
    .from('core_users')
    .where('id', userId)
    .whereNotNull('code_kind')
    .whereRaw('core_mailbox(email) is not null')
    .update({ password: null, code_kind: null })
    .returning('id')
  if (!ended.length) return
  await trx.from('core_sessions').where('user_id', userId).delete()
  await inCompany(companyId, () => emit(trx, codeEnded, { membershipId, way }))
}
