import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Index for finding the audit log entries about one person. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`create index core_audit_log_member on core_audit_log (company_id, (details->>'membershipId'), created_at desc)`)
  }

  async down() {
    this.schema.raw('drop index core_audit_log_member')
  }
}
