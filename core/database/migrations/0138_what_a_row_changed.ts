import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Data that is needed to undo one row of a task, as its action defines it. Only ids and plain values. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_task_rows add column kept jsonb')
  }

  async down() {
    this.schema.raw('alter table core_task_rows drop column kept')
  }
}
