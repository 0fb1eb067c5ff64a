import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Deletes the sessions of a member whenever their access is removed. A session that is only ignored would work again once access is
 * restored. Also runs when access is restored, for a session that was opened while access was being removed. A company cannot read
 * sessions, so the trigger has the rights of the owner.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function core_end_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        delete from core_sessions where membership_id = new.id;
        return null;
      end $$;
      revoke all on function core_end_sessions() from public;
      create trigger core_end_sessions after update of status on core_memberships
        for each row when (old.status is distinct from new.status) execute function core_end_sessions();`)
  }

  async down() {
    this.schema.raw('drop trigger core_end_sessions on core_memberships; drop function core_end_sessions()')
  }
}
