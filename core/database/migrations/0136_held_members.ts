import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Who of some members is there, held: rows that name them can be written until the transaction ends. Whoever is being erased or moved at this
 * moment is waited for, and is not among them then; or left out at once, for who holds what the other may wait for. A select alone still
 * sees them, and what is written of it fails on its foreign key; an import of thousands that is taken back erases people for minutes.
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
