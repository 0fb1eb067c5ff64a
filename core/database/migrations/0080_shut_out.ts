import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Who is shut out has no session left, whoever shut them out and however: a row that only did not count would count again once they
 * are let in. Also at letting in, for what was opened at the very moment that the door was shut. A company sees no session, so the
 * trigger has the owner's rights.
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
