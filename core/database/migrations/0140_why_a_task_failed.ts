import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** The first line of a failed task's error, for the operator. The owner of the task sees only its code. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_tasks add column reason text')
  }

  async down() {
    this.schema.raw('alter table core_tasks drop column reason')
  }
}
