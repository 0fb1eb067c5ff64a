import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Tasks can be undone. Stores which rows a task left unchanged, and when it was undone. */
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
