import { TenantSchema } from '../../tenancy/tenant_schema.js'
import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'

/**
 * Views that the SQL of plugins may join: people and companies, under names that do not change when core's tables do (core/kit/README.md).
 * The views run with the rights of the caller, so the policies of the tables apply.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create view kit_members with (security_invoker = true) as
        select m.id, m.company_id, m.role, m.status, m.created_at as joined_at, m.last_seen_at,
               u.firstname, u.lastname, u.email::text as email, u.language, u.birthdate
          from core_memberships m join core_users u on u.id = m.user_id;
      create view kit_companies with (security_invoker = true) as
        select id, login_id::text as login_id, name, abbreviation, status from core_companies;
      grant select on kit_members, kit_companies to ${TENANT_ROLE}, ${ACROSS_ROLE};
    `)
  }

  async down() {
    this.schema.raw('drop view kit_members, kit_companies')
  }
}
