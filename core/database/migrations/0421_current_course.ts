import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Which course a member takes now, as the identify call says (specification, section 3). Core knows of none: a plugin that gives courses puts
 * its own statement in the function's place, so that it is read with the session and costs no round trip.
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
