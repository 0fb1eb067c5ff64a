import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** The time zone of a company, in which its days begin. In the row of the company, because each request reads that. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`alter table core_companies add column time_zone text not null default 'Europe/Amsterdam'`)
  }

  async down() {
    this.schema.raw('alter table core_companies drop column time_zone')
  }
}
