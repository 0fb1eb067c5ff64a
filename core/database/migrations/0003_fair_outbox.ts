import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Index of waiting rows by company. The relay serves the companies in turn. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      drop index core_outbox_waiting;
      create index core_outbox_waiting on core_outbox (company_id, id) where relayed_at is null and failed_at is null;
    `)
  }

  async down() {
    this.schema.raw(`
      drop index core_outbox_waiting;
      create index core_outbox_waiting on core_outbox (id) where relayed_at is null and failed_at is null;
    `)
  }
}
