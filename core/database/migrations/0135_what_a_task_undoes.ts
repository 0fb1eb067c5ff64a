import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * An undo task refers to the task that it undoes. The status of the undo shows whether that task is undone. Before this, an undo that was
 * cancelled or failed left the task marked as undone, although nothing had changed.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_tasks add column undoes bigint')
  }

  async down() {
    this.schema.raw('alter table core_tasks drop column undoes')
  }
}
