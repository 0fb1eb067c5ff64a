import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** The first line of the error with which a task finally failed, for whoever repairs it. The owner of the task sees only the code. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_tasks add column reason text')
  }

  async down() {
    this.schema.raw('alter table core_tasks drop column reason')
  }
}
