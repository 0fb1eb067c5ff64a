import { ACROSS_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Longer than the fifteen minutes between two runs of a job that uses it, also if a run is late. */
const LATELY = `now() - interval '45 minutes'`

/**
 * When a membership last changed in a column that rules over people use, and which companies changed recently. Scheduled jobs that follow
 * people (groups, skills) process only those companies.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_memberships add column changed_at timestamptz not null default 'epoch';
      alter table core_memberships alter column changed_at set default clock_timestamp();
      create index core_memberships_changed on core_memberships (changed_at) include (company_id);
      create index core_companies_changed on core_companies (updated_at);

      create function core_note_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        new.changed_at := clock_timestamp();
        return new;
      end $$;
      create trigger core_note_change before update on core_memberships for each row
        when ((old.user_id, old.role, old.status, old.email, old.extra_info, old.skillset)
              is distinct from (new.user_id, new.role, new.status, new.email, new.extra_info, new.skillset))
        execute function core_note_change();

      -- The language belongs to the person, so a change applies to each of their companies.
      create function core_note_language() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        update core_memberships set changed_at = clock_timestamp() where user_id = new.id;
        return null;
      end $$;
      create trigger core_note_language after update of language on core_users
        for each row when (old.language is distinct from new.language) execute function core_note_language();
      revoke all on function core_note_change(), core_note_language() from public;

      create view kit_changed_companies with (security_invoker = true) as
        select m.company_id from core_memberships m where m.changed_at > ${LATELY}
        union all select c.id from core_companies c where c.updated_at > ${LATELY};
      grant select on kit_changed_companies to ${ACROSS_ROLE}`)
  }

  async down() {
    this.schema.raw(`
      drop view kit_changed_companies;
      drop trigger core_note_language on core_users;
      drop trigger core_note_change on core_memberships;
      drop function core_note_language();
      drop function core_note_change();
      drop index core_companies_changed;
      alter table core_memberships drop column changed_at`)
  }
}
