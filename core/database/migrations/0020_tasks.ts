import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Long work that a person started. `company_id` is null for an admin, who has
 * no company: such a row is read across companies only, by its owner.
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
      // Message that says what it is about, beside the task's own label.
      table.text('subject').nullable()
      table.text('state').notNullable().defaultTo('queued').checkIn(['queued', 'running', 'done', 'failed', 'cancelled'])
      // Of how many; null while nobody knows.
      table.integer('total').nullable()
      table.integer('done').notNullable().defaultTo(0)
      table.integer('failed').notNullable().defaultTo(0)
      // Why the task as a whole failed: a stable code.
      table.text('code').nullable()
      // Where a run that is taken up again goes on.
      table.jsonb('cursor').nullable()
      // Whose run it is: a process that was thought dead and is not may write nothing any more.
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
      // What the row was about: an id and never a name, which would have to be erased here too.
      table.text('key').notNullable()
      // Null: it went well. Otherwise a stable code.
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
