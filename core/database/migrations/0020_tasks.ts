import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Long-running tasks that a person started. `company_id` is null for an admin, who has no company. Such rows are read only across
 * companies, by their owner.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.createTable('core_tasks', (table) => {
      table.specificType('id', 'bigint generated always as identity').primary()
      table.bigInteger('company_id').nullable().references('id').inTable('core_companies').onDelete('CASCADE')
      table.bigInteger('user_id').notNullable().references('id').inTable('core_users').onDelete('CASCADE')
      table.bigInteger('membership_id').nullable()
      table.text('name').notNullable()
      table.jsonb('payload').notNullable()
      // Key of a message that describes the subject, shown with the label of the task.
      table.text('subject').nullable()
      table.text('state').notNullable().defaultTo('queued').checkIn(['queued', 'running', 'done', 'failed', 'cancelled'])
      // The total number of rows; null until it is known.
      table.integer('total').nullable()
      table.integer('done').notNullable().defaultTo(0)
      table.integer('failed').notNullable().defaultTo(0)
      // A stable code: why the whole task failed.
      table.text('code').nullable()
      // Where a resumed run continues.
      table.jsonb('cursor').nullable()
      // The id of the current run. A run that was considered dead and was replaced can no longer write.
      table.uuid('lease').nullable()
      table.integer('runs').notNullable().defaultTo(0)
      table.text('file_key').nullable()
      table.text('file_name').nullable()
      table.text('file_type').nullable()
      table.bigInteger('file_size').nullable()
      table.timestamp('cancel_asked_at').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('started_at').nullable()
      table.timestamp('touched_at').notNullable().defaultTo(this.now())
      table.timestamp('finished_at').nullable()
      table.unique(['company_id', 'id'])
    })
    this.schema.raw(`
      alter table core_tasks add constraint core_tasks_owner check ((company_id is null) = (membership_id is null));
      create index core_tasks_own on core_tasks (user_id, id desc);
      create index core_tasks_company on core_tasks (company_id, membership_id);
      create index core_tasks_finished on core_tasks (finished_at);`)
    this.ownReference('core_tasks', 'membership_id', 'core_memberships')
    const own = `company_id = ${CURRENT_COMPANY}`
    this.protect('core_tasks', { read: own, write: own })

    this.schema.createTable('core_task_rows', (table) => {
      table.specificType('id', 'bigint generated always as identity').primary()
      table.bigInteger('company_id').nullable().references('id').inTable('core_companies').onDelete('CASCADE')
      table.bigInteger('task_id').notNullable().references('id').inTable('core_tasks').onDelete('CASCADE')
      // Identifies the subject of the row. Always an id, because a name would have to be erased here too.
      table.text('key').notNullable()
      // Null if it succeeded, otherwise a stable error code.
      table.text('code').nullable()
      table.unique(['task_id', 'key'])
    })
    this.schema.raw(`
      create index core_task_rows_failed on core_task_rows (task_id, id) where code is not null;
      create index core_task_rows_company on core_task_rows (company_id);`)
    this.ownReference('core_task_rows', 'task_id', 'core_tasks')
    this.protect('core_task_rows', { read: own, write: own })
  }

  async down() {
    this.schema.dropTable('core_task_rows')
    this.schema.dropTable('core_tasks')
  }
}
