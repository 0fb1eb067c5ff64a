import { TenantSchema } from '#core/kit/schema'

/**
 * Requirements for a course or its exam: another course passed, an exam passed, or a skill (decision 0169). Requirements of the platform
 * (company_id null) apply to everybody, those of a company to its own people. The minimum age is on the version of the course and on the
 * exam.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'learning_requirements',
      (table) => {
        table.bigInteger('course_id').notNullable().references('id').inTable('learning_courses').onDelete('CASCADE')
        // Required before the course or before its exam.
        table.text('before').notNullable().checkIn(['course', 'exam'])
        table.text('kind').notNullable().checkIn(['course', 'exam', 'skill'])
        // For `course` and `exam`: the course or exam that must be passed.
        table.bigInteger('required_course_id').nullable().references('id').inTable('learning_courses').onDelete('CASCADE')
        // An id of another plugin. No foreign key, because plugins do not reference each other's tables.
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
