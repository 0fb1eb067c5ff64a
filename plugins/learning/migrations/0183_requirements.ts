import { TenantSchema } from '#core/kit/schema'

/**
 * What somebody must have before they begin a course, or are entered for its exam: another course passed, an exam passed, a skill
 * (decision 0169). The platform's (company_id null) hold for everybody; a company's own for its people. That one must be of age
 * stands on the course's version and on the exam.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'learning_requirements',
      (table) => {
        table.bigInteger('course_id').notNullable().references('id').inTable('learning_courses').onDelete('CASCADE')
        // Before what: the course itself, or its exam.
        table.text('before').notNullable().checkIn(['course', 'exam'])
        table.text('kind').notNullable().checkIn(['course', 'exam', 'skill'])
        // Of `course` and `exam`: passed before.
        table.bigInteger('required_course_id').nullable().references('id').inTable('learning_courses').onDelete('CASCADE')
        // Another plugin's; no foreign key leads into its tables.
        table.bigInteger('required_skill_id').nullable()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.index(['course_id', 'before'])
        table.index(['required_course_id'])
      },
      { sharedRows: true },
    )
    this.schema.raw(`
      alter table learning_requirements
        add constraint learning_requirements_one check ((kind = 'skill') = (required_skill_id is not null)
          and (kind <> 'skill') = (required_course_id is not null)),
        add constraint learning_requirements_itself
          check (required_course_id is distinct from course_id or (before = 'exam' and kind = 'course')),
        add constraint learning_requirements_twice
          unique nulls not distinct (company_id, course_id, before, kind, required_course_id, required_skill_id)`)
  }

  async down() {
    this.schema.dropTable('learning_requirements')
  }
}
