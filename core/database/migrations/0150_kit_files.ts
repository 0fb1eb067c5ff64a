import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Shows plugins the name and size of a company's files, for lists of files. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create view kit_files with (security_invoker = true) as
        select f.id, f.company_id, f.membership_id, f.name, f.size from core_files f where f.company_id is not null;
      grant select on kit_files to ${TENANT_ROLE}, ${ACROSS_ROLE};
    `)
  }

  async down() {
    this.schema.raw('drop view kit_files')
  }
}
