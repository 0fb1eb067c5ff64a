import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Returns which of the given members exist, and locks them: rows that refer to them can be written until the transaction ends. A member who
 * is being erased or moved is waited for and then left out, or skipped at once (`waits` false) if waiting could cause a deadlock. A plain
 * select still sees such a member, and the insert then fails on its foreign key. Undoing a large import erases people for minutes.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function kit_held_members(ids bigint[], waits boolean default true) returns setof bigint language plpgsql volatile as $$
      begin
        if waits then
          return query select m.id from core_memberships m where m.id = any(ids) order by m.id for key share;
        else
          return query select m.id from core_memberships m where m.id = any(ids) order by m.id for key share skip locked;
        end if;
      end $$;
      revoke all on function kit_held_members(bigint[], boolean) from public;
      grant execute on function kit_held_members(bigint[], boolean) to ${TENANT_ROLE}, ${ACROSS_ROLE};`)
  }

  async down() {
    this.schema.raw('drop function kit_held_members(bigint[], boolean)')
  }
}
