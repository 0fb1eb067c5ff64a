import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Makes the rate limit table unlogged. Each sign-in wrote four counts, and each write waited for the disk (decision 0106). */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_rate_limits set unlogged')
  }

  async down() {
    this.schema.raw('alter table core_rate_limits set logged')
  }
}
