import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Counts of attempts are not written to the log that survives a crash of the database: a sign-in counted four times, and each
 * time waited for the disk (decision 0106).
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_rate_limits set unlogged')
  }

  async down() {
    this.schema.raw('alter table core_rate_limits set logged')
  }
}
