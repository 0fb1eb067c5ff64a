import db from '@adonisjs/lucid/services/db'
import { currentCompanyId } from '#core/kit/scope'

/** What became of a launch, for whoever looks after the platform. */
export async function noteLaunch(row: {
  platformId: number | null
  membershipId?: number | null
  message: string
  outcome: string
  detail?: string | null
}): Promise<void> {
  await db.table('lti_launches').insert({
    company_id: currentCompanyId(),
    platform_id: row.platformId,
    membership_id: row.membershipId ?? null,
    message: row.message,
    outcome: row.outcome,
    detail: row.detail?.slice(0, 300) ?? null,
  })
}

/** The job of each night: what nobody can need any more goes. */
export async function forgetOldLaunches(): Promise<void> {
  await db.rawQuery(`delete from lti_launches where company_id = ? and created_at < now() - interval '90 days'`, [currentCompanyId()])
  await db.rawQuery(`delete from lti_nonces where company_id = ? and expires_at < now()`, [currentCompanyId()])
}
