import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * A task that takes another back says which: how the one stands tells whether the other was undone. An undo that was cancelled or failed left
 * the first marked as undone, for good, with everything as it was.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_tasks add column undoes bigint')
  }

  async down() {
    this.schema.raw('alter table core_tasks drop column undoes')
  }
}
