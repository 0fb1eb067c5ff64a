import db from '@adonisjs/lucid/services/db'
import { asSystem } from '../tenancy/scope.js'

/** Reads across companies are kept for months; changes and erasures for years. */
const LOOKS_DAYS = 180
const CHANGES_DAYS = 5 * 365

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Removes old entries of the audit log; the daily job `core.audit.clean`. */
export async function removeOldAudit(): Promise<void> {
  await asSystem('audit.clean', async () => {
    await db.from('core_audit_log').where('action', 'across_companies').where('created_at', '<', daysAgo(LOOKS_DAYS)).delete()
    await db.from('core_audit_log').where('created_at', '<', daysAgo(CHANGES_DAYS)).delete()
  })
}
