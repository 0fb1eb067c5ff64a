import { TenantSchema } from '#core/kit/schema'

/** Reports that a lesson is unclear. They contain no personal data, so there is nothing to move, export or erase. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('evaluations_unclear', (table) => {
      table.bigInteger('course_id').notNullable()
      // Identifies the lesson in every version of its course.
      table.text('activity_key').notNullable()
      // The titles at the time of the report: language → text.
      table.jsonb('course_name').notNullable()
      table.jsonb('lesson_title').notNullable()
      table.text('remark').notNullable().defaultTo('')
      table.date('reported_on').notNullable()
      table.timestamp('resolved_at')
      table.index(['company_id', 'course_id', 'activity_key'])
    })
  }

  async down() {
    this.schema.dropTable('evaluations_unclear')
  }
}
