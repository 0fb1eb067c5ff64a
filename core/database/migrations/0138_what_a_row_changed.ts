import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** What it takes to take one row of a task back, as its action says: ids and plain facts. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_task_rows add column kept jsonb')
  }

  async down() {
    this.schema.raw('alter table core_task_rows drop column kept')
  }
}
