import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Number of rows of a task that did not change. A task that changed nothing cannot be undone; before this, undo was offered. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_tasks add column unchanged int not null default 0;
      update core_tasks t set unchanged = r.unchanged
        from (select task_id, count(*)::int as unchanged from core_task_rows where unchanged group by task_id) r
       where r.task_id = t.id;
    `)
  }

  async down() {
    this.schema.raw('alter table core_tasks drop column unchanged')
  }
}
