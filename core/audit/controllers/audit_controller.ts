import type { HttpContext } from '@adonisjs/core/http'
import { companyChoices } from '../../companies/directory.js'
import { listPage } from '../../lists/list_page.js'
import { acrossCompanies } from '../../tenancy/across.js'
import { type AuditRow, auditList, detailsOf } from '../audit_list.js'
import { auditPeople } from '../people.js'

/** One line of the list. */
export interface AuditEntry {
  id: number
  action: string
  reason: string
  details: string
  created_at: string
  company: string | null
  person: string | null
  email: string | null
  role: string | null
}

const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  action: row.action,
  reason: row.reason,
  details: detailsOf(row),
  created_at: row.created_at.toISOString(),
  company: row.company,
  person: row.person,
  email: row.email,
  role: row.role,
})

/** The audit log, for admins. */
export default class AuditController {
  async index(ctx: HttpContext) {
    return listPage(auditList, ctx, toEntry)
  }

  /** Returns the options of the filters. */
  async choices({ session }: HttpContext) {
    return {
      data: await acrossCompanies(session!, 'core.audit.choices', async () => ({
        companies: await companyChoices(),
        people: await auditPeople(),
      })),
    }
  }
}
