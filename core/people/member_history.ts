import db from '@adonisjs/lucid/services/db'
import { asSystem, currentCompanyId } from '../tenancy/scope.js'

/** So many of what was done last; older stands in the platform's log. */
const SHOWN = 100

export interface MemberAct {
  id: number
  /** As the audit log calls it: `member.details`. */
  action: string
  details: Record<string, unknown>
  at: Date
  /** Who did it, by name; null: the platform itself, or somebody who left. */
  by: string | null
}

/** What was done about a member of the running company, newest first: of its own log, which a company cannot read at large. */
export async function memberHistory(membershipId: number): Promise<MemberAct[]> {
  const companyId = currentCompanyId()
  return asSystem('people.history', async () => {
    const rows = await db
      .from('core_audit_log as a')
      .leftJoin('core_users as u', 'u.id', 'a.user_id')
      .where('a.company_id', companyId)
      .whereRaw(`a.details->>'membershipId' = ?`, [String(membershipId)])
      .orderByRaw('a.created_at desc, a.id desc')
      .limit(SHOWN)
      .select('a.id', 'a.action', 'a.details', 'a.created_at as at', db.raw(`nullif(trim(u.firstname || ' ' || u.lastname), '') as by`))
    return rows as MemberAct[]
  })
}
