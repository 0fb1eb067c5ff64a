import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Tasks of admins that begin by the clock, again and again. A company's members have their plugins' own schedules, in its scope. */
export default class extends TenantSchema {
  async up() {
    this.platformTable(
      'core_planned_tasks',
      (table) => {
        // Whose they will be; null: erased.
        table.bigInteger('user_id').nullable().references('id').inTable('core_users').onDelete('SET NULL')
        // What it is planned for, by the plugin: one plan each.
        table.text('key').notNullable().unique()
        table.text('name').notNullable()
        table.jsonb('payload').notNullable()
        // { every, on, hour }
        table.jsonb('schedule').notNullable()
        // Null: stopped by itself.
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
