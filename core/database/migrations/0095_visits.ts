import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Lets an admin view the site as a company sees it, in the admin's own session, for a limited time (decision 0131). Without a reason, the
 * visit is read-only. Closing a company ends all its sessions and visits. Only work across companies updates a company, and it may read
 * sessions, so the trigger needs no extra rights.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_sessions
        add column visit_company_id bigint references core_companies on delete set null,
        add column visit_id bigint,
        add column visit_until timestamptz,
        add column visit_reason text,
        add constraint core_sessions_visit check (visit_company_id is null or
          membership_id is null and company_id is null and visit_id is not null and visit_until is not null);
      create index core_sessions_visited on core_sessions (visit_company_id) where visit_company_id is not null;
      create index core_sessions_company on core_sessions (company_id);
      create function core_close_company() returns trigger language plpgsql as $$
      begin
        delete from core_sessions where company_id = new.id;
        update core_sessions set visit_company_id = null where visit_company_id = new.id;
        return null;
      end $$;
      create trigger core_close_company after update of status on core_companies
        for each row when (old.status is distinct from new.status) execute function core_close_company();`)
  }

  async down() {
    this.schema.raw(`
      drop trigger core_close_company on core_companies;
      drop function core_close_company();
      drop index core_sessions_company;
      alter table core_sessions drop column visit_company_id, drop column visit_id, drop column visit_until, drop column visit_reason;`)
  }
}
