import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** By whose clocks a company's days begin. With the company's row, as each request reads that. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`alter table core_companies add column time_zone text not null default 'Europe/Amsterdam'`)
  }

  async down() {
    this.schema.raw('alter table core_companies drop column time_zone')
  }
}
