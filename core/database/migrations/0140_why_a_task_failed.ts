import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** The first line of the error that a task failed with for good, for whoever has to mend its cause; the owner reads its code. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table core_tasks add column reason text')
  }

  async down() {
    this.schema.raw('alter table core_tasks drop column reason')
  }
}
