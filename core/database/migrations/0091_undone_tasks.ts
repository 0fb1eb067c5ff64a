import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** A task may be taken back: which rows it left as they were, and when it was undone. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_task_rows add column unchanged boolean not null default false;
      alter table core_tasks add column undone_at timestamptz;
    `)
  }

  async down() {
    this.schema.raw('alter table core_task_rows drop column unchanged; alter table core_tasks drop column undone_at;')
  }
}
