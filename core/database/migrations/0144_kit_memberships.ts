import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Who is in a company, and how they stand with it, without whose account it is: of thousands of rows asked "is this person still there" one by
 * one, three of four look-ups were of the account.
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
