import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** When a member first used the platform. For existing members: when they accepted the conditions, or else when they were last seen. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_memberships add column first_seen_at timestamptz;
      update core_memberships set first_seen_at = coalesce(conditions_accepted_at, last_seen_at) where last_seen_at is not null;

      create function core_keep_first_seen() returns trigger language plpgsql as $$
      begin
        new.first_seen_at := new.last_seen_at;
        return new;
      end $$;
      create trigger core_memberships_first_seen before insert or update of last_seen_at on core_memberships for each row
        when (new.first_seen_at is null and new.last_seen_at is not null) execute function core_keep_first_seen();

      create or replace view kit_members with (security_invoker = true) as
        select m.id, m.company_id, m.role, m.status, m.created_at as joined_at, m.last_seen_at,
               u.firstname, u.lastname, u.email::text as email, u.language, u.birthdate, m.conditions_accepted_at, m.extra_info as answers,
               m.skillset, m.state, u.infix, core_full_name(u.firstname, u.infix, u.lastname) as full_name, m.sort_name, m.first_seen_at
          from core_memberships m join core_users u on u.id = m.user_id`)
  }

  async down() {
    this.schema.raw(`
      drop trigger core_memberships_first_seen on core_memberships;
      drop function core_keep_first_seen()`)
  }
}
