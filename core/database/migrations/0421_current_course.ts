import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * The course that a member takes now, for the identify call (specification, section 3). Core knows no courses: a plugin with courses
 * replaces this function. The value is then read with the session, without an extra query.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function core_current_course(of_company bigint, of_member bigint) returns text language sql stable as $$ select null::text $$;
      revoke all on function core_current_course(bigint, bigint) from public;
      grant execute on function core_current_course(bigint, bigint) to ${TENANT_ROLE}, ${ACROSS_ROLE}`)
  }

  async down() {
    this.schema.raw('drop function core_current_course(bigint, bigint)')
  }
}
