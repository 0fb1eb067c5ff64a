import { TenantSchema } from '#core/kit/schema'

/** Courses that people took elsewhere, with their proof. Both are deleted with the person. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('external_courses_courses', (table) => {
      table.text('name').notNullable()
      table.bigInteger('membership_id').notNullable()
      table.text('status').notNullable().checkIn(['registered', 'busy', 'passed', 'failed'])
      table.integer('grade').nullable()
      table.date('valid_until').nullable()
      table.text('description').notNullable().defaultTo('')
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      // Detects changes by somebody else while a form is open.
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.index(['company_id', 'membership_id'])
      table.index(['company_id', 'valid_until'])
    })
    this.ownReference('external_courses_courses', 'membership_id', 'core_memberships')
    this.schema.raw(`
      alter table external_courses_courses add constraint external_courses_courses_grade check (grade between 0 and 100);
      alter table external_courses_courses add column search_text text
        generated always as (search_key(name || ' ' || description)) stored
    `)

    this.tenantTable('external_courses_attachments', (table) => {
      table.bigInteger('course_id').notNullable()
      table.bigInteger('file_id').notNullable()
      table.text('description').notNullable().defaultTo('')
      table.index(['company_id', 'course_id'])
      table.unique(['company_id', 'file_id'])
    })
    this.ownReference('external_courses_attachments', 'course_id', 'external_courses_courses')
    this.ownReference('external_courses_attachments', 'file_id', 'core_files')
  }

  async down() {
    this.schema.dropTable('external_courses_attachments')
    this.schema.dropTable('external_courses_courses')
  }
}
