import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { currentCompanyId } from '../tenancy/scope.js'
import type { Session } from '../tenancy/session.js'

/**
 * Records who changed what, in the transaction of the change. A company writes to the log and never reads it.
 * @param details ids and plain facts, no names
 */
export async function recordAudit(
  trx: TransactionClientContract,
  session: Session,
  { action, reason, details }: { action: string; reason: string; details: object },
): Promise<void> {
  await trx.rawQuery('select core_note_audit(?, ?, ?, ?, ?::jsonb)', [
    session.userId,
    currentCompanyId(),
    action,
    reason,
    JSON.stringify(details),
  ])
}
