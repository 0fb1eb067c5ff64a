import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** Files of the platform (company_id null), such as videos of its courses. Every company may read them; no company may change them. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_files alter column company_id drop not null;
      alter table core_file_removals alter column company_id drop not null;
      drop policy core_files_read on core_files;
      create policy core_files_read on core_files for select to ${TENANT_ROLE} using (company_id = ${CURRENT_COMPANY} or company_id is null);
      grant select on core_files to ${TENANT_ROLE}, ${ACROSS_ROLE};
    `)
  }

  async down() {
    this.schema.raw(`
      delete from core_files where company_id is null;
      delete from core_file_removals where company_id is null;
      alter table core_files alter column company_id set not null;
      alter table core_file_removals alter column company_id set not null;
      drop policy core_files_read on core_files;
      create policy core_files_read on core_files for select to ${TENANT_ROLE} using (company_id = ${CURRENT_COMPANY});
    `)
  }
}
