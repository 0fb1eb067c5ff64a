import { TenantSchema } from '#core/kit/schema'

/** When a supervisor last reset or ended a person's course, and when its current status was reached. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('people_courses', (table) => {
      table.timestamp('status_at').notNullable().defaultTo('-infinity')
      table.timestamp('changed_at').nullable()
    })
    this.schema.raw(`
      alter table people_courses drop constraint people_courses_status_check;
      alter table people_courses add constraint people_courses_status_check
        check (status in ('registered', 'busy', 'failed', 'passed', 'no_show', 'cancelled'));
    `)
  }

  async down() {
    this.schema.alterTable('people_courses', (table) => table.dropColumns('status_at', 'changed_at'))
  }
}
