import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** When the access of a member was last given or removed. Undoing an action does not undo the same action that a colleague did later. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_memberships add column status_at timestamptz not null default now();
      grant update (status_at) on core_memberships to ${TENANT_ROLE};
      create function core_note_status() returns trigger language plpgsql as $$
      begin
        new.status_at := clock_timestamp();
        return new;
      end $$;
      create trigger core_note_status before update of status on core_memberships
        for each row when (new.status is distinct from old.status) execute function core_note_status();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger core_note_status on core_memberships;
      drop function core_note_status();
      alter table core_memberships drop column status_at;
    `)
  }
}
