import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Scheduled recurring tasks of admins. Members of a company use the schedules of plugins, in the scope of the company. */
export default class extends TenantSchema {
  async up() {
    this.platformTable(
      'core_planned_tasks',
      (table) => {
        // The owner of the tasks; null if erased.
        table.bigInteger('user_id').nullable().references('id').inTable('core_users').onDelete('SET NULL')
        // A unique name of the schedule, set by the plugin.
        table.text('key').notNullable().unique()
        table.text('name').notNullable()
        table.jsonb('payload').notNullable()
        // { every, on, hour }
        table.jsonb('schedule').notNullable()
        // Null: stopped automatically.
        table.timestamp('next_at').nullable()
        table.text('stopped').nullable()
      },
      { companiesMayRead: false },
    )
    this.schema.raw(`
      create index core_planned_tasks_due on core_planned_tasks (next_at) where next_at is not null;
      create index core_planned_tasks_user on core_planned_tasks (user_id);
      alter table core_planned_tasks add constraint core_planned_tasks_stopped check ((next_at is null) = (stopped is not null));
    `)
  }

  async down() {
    this.schema.dropTable('core_planned_tasks')
  }
}
