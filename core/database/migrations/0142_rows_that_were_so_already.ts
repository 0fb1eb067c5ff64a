import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** How many rows of a task were so already. One that changed nothing has nothing to take back, and offered to. */
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
