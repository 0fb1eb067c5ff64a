import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Members of a company and their status, without account data. Thousands of lookups of "is this person still a member" spent three quarters
 * of their reads on the account.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create view kit_memberships with (security_invoker = true) as
        select m.id, m.company_id, m.role, m.status, m.state, m.created_at as joined_at, m.last_seen_at from core_memberships m;
      grant select on kit_memberships to ${TENANT_ROLE}, ${ACROSS_ROLE};
    `)
  }

  async down() {
    this.schema.raw('drop view kit_memberships')
  }
}
