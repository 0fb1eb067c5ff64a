import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Indexes for two more orders of the list of people: longest absent first, and members who are not active by state. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index core_memberships_seen_up on core_memberships (company_id, last_seen_at, id) include (role, status);
      create index core_memberships_not_active on core_memberships (company_id, state, sort_name, id) where status <> 'active'`)
  }

  async down() {
    this.schema.raw('drop index core_memberships_seen_up, core_memberships_not_active')
  }
}
