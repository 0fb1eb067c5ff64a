import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Indexes of the audit log: newest first, by person, by company and by action. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index core_audit_log_newest on core_audit_log (created_at desc, id desc);
      create index core_audit_log_person on core_audit_log (user_id, created_at desc);
      create index core_audit_log_company on core_audit_log (company_id, created_at desc) where company_id is not null;
      create index core_audit_log_action on core_audit_log (action, created_at desc);
    `)
  }

  async down() {
    for (const name of ['newest', 'person', 'company', 'action']) this.schema.raw(`drop index core_audit_log_${name}`)
  }
}
