import db from '@adonisjs/lucid/services/db'
import { notFound } from '../contract/errors.js'
import { acrossCompanies } from '../tenancy/across.js'
import type { Session } from '../tenancy/session.js'
import { writeSettings } from './change_settings.js'
import { type CompanyRow, findCompany, staleCompany } from './company_service.js'
import { holdCompanies } from './hold_companies.js'

/** Counts of what stops when a company is closed. */
export interface StatusFacts {
  /** People who can sign in now. */
  people: number
  /** People who are signed in now. */
  signed_in: number
  /** Mails that are ready and will still be sent. */
  mails: number
}

/** Shown before a company is closed. Audited. @throws AppError 404 */
export function statusFacts(session: Session, id: string): Promise<StatusFacts> {
  return acrossCompanies(session, 'companies.status', async () => {
    const { rows } = await db.rawQuery<{ rows: StatusFacts[] }>(
      `select (select count(*) from core_memberships m where m.company_id = c.id and m.status = 'active')::int as people,
              (select count(distinct s.user_id) from core_sessions s where s.company_id = c.id and s.expires_at > now())::int as signed_in,
              (select count(*) from core_mail_outbox o where o.company_id = c.id and o.status in ('waiting', 'failed'))::int as mails
         from core_companies c where c.id = ?`,
      [id],
    )
    if (!rows[0]) throw notFound()
    return rows[0]
  })
}

/**
 * Closes a company, or opens it again. When closed, nobody can sign in, every session ends in the same transaction (by a trigger), and
 * scheduled work skips it. Nothing is deleted. Audited.
 * @throws AppError 404; 409 changed_meanwhile
 */
export function changeStatus(
  session: Session,
  id: string,
  { status, updated_at }: { status: 'active' | 'inactive'; updated_at: string },
): Promise<CompanyRow> {
  return acrossCompanies(session, 'companies.status', () =>
    db.transaction(async (trx) => {
      await holdCompanies(trx, [id])
      const current = await findCompany(id, trx)
      if (current.version !== updated_at) throw await staleCompany(trx, current)
      await writeSettings(trx, {
        companyId: current.id,
        settings: { core: { status } },
        userId: session.userId,
        reason: `companies.status.${status}`,
      })
      return findCompany(id, trx)
    }),
  )
}
