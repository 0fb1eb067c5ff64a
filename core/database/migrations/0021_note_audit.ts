import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** Lets a transaction of a company write to the audit log. The company still cannot read the log. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function core_note_audit(by_user bigint, of_company bigint, action text, reason text, details jsonb) returns void
        language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        if ${CURRENT_COMPANY} is distinct from of_company and ${CURRENT_COMPANY} is not null then
          raise exception 'a company notes its own changes only';
        end if;
        insert into core_audit_log (user_id, company_id, action, reason, details) values (by_user, of_company, action, reason, details);
      end $$;
      revoke all on function core_note_audit(bigint, bigint, text, text, jsonb) from public;
      grant execute on function core_note_audit(bigint, bigint, text, text, jsonb) to ${TENANT_ROLE}, ${ACROSS_ROLE};`)
  }

  async down() {
    this.schema.raw('drop function core_note_audit(bigint, bigint, text, text, jsonb)')
  }
}
