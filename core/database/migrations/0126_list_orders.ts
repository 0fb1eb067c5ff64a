import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Orders of a list of people that no index had: longest away first, and the few who are not active by how they stand. */
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
