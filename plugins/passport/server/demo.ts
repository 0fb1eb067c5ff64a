import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'

/** The public pages of a few participants, with fixed addresses for the demo. */
export async function loadDemo({ loginId, memberships }: { loginId: string; memberships: readonly number[] }): Promise<void> {
  const rows = memberships.slice(0, 3).map((membership_id, index) => ({
    company_id: currentCompanyId(),
    membership_id,
    token: `demo-passport-${loginId}-${index}`,
  }))
  if (rows.length) await db.table('passport_links').insert(rows).onConflict().ignore()
}
