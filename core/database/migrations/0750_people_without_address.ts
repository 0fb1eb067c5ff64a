import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * People without an e-mail address. The account keeps a placeholder address, because accounts, archives and merges are matched by address.
 * Lists and views show no address for these people. `code_kind` says that the password is a code for signing in by personnel number:
 * `issued` by a supervisor, or the person's `own`.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function core_mailbox(email citext) returns text language sql immutable parallel safe as $$
        select case when right(lower(email::text), 16) = '@no-mail.invalid' then null else email::text end
      $$;
      alter table core_users add column code_kind text check (code_kind in ('issued', 'own'));
      grant select (code_kind) on core_users to ${TENANT_ROLE};

      create or replace function core_membership_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        select u.firstname, u.infix, u.lastname, coalesce(lower(core_mailbox(u.email)), '') into new.firstname, new.infix, new.lastname, new.email
          from core_users u where u.id = new.user_id for share;
        return new;
      end $$;
      -- The trigger above sets the value again.
      update core_memberships set email = email where email like '%@no-mail.invalid';

      create or replace view kit_members with (security_invoker = true) as
        select m.id, m.company_id, m.role, m.status, m.created_at as joined_at, m.last_seen_at,
               u.firstname, u.lastname, core_mailbox(u.email) as email, u.language, u.birthdate, m.conditions_accepted_at, m.extra_info as answers,
               m.skillset, m.state, u.infix, core_full_name(u.firstname, u.infix, u.lastname) as full_name, m.sort_name, m.first_seen_at, u.code_kind
          from core_memberships m join core_users u on u.id = m.user_id`)
  }

  async down() {
    throw new Error('The view and the function before this one are in 0460 and 0500.')
  }
}
