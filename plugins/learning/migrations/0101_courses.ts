import { TenantSchema } from '#core/kit/schema'

/**
 * Courses. A course belongs to the platform (company_id null) or to one company. A published version never changes, so that a participation
 * keeps the content it started with. Texts are jsonb, language → text.
 */
export default class extends TenantSchema {
  async up() {
    const shared = { sharedRows: true }

    this.tenantTable(
      'learning_courses',
      (table) => {
        table.text('shortname').notNullable()
        table.text('sector').notNullable().checkIn(['industry', 'construction', 'offshore', 'sir'])
        table.text('type').notNullable().checkIn(['e-learning', 'e-learning-exam', 'exam'])
        table.text('status').notNullable().defaultTo('building').checkIn(['building', 'available'])
        table.boolean('is_consumer_course').notNullable().defaultTo(false)
        table.boolean('is_project_instruction').notNullable().defaultTo(false)
        table.text('primary_color').nullable()
        table.text('secondary_color').nullable()
        table.text('photo_file').nullable()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
      },
      shared,
    )

    // Unique per owner: the platform (null) or one company.
    this.schema.raw(
      'alter table learning_courses add constraint learning_courses_shortname unique nulls not distinct (company_id, shortname)',
    )

    this.tenantTable(
      'learning_course_versions',
      (table) => {
        table.bigInteger('course_id').notNullable().references('id').inTable('learning_courses').onDelete('CASCADE')
        table.integer('number').notNullable()
        // Importing the same content again finds this hash and changes nothing.
        table.text('content_hash').notNullable()
        table.jsonb('name').notNullable()
        table.jsonb('description').notNullable()
        table.specificType('languages', 'text[]').notNullable()
        table.integer('duration_minutes').notNullable()
        table.integer('price').notNullable().defaultTo(0)
        table.integer('access_days').nullable()
        table.jsonb('reminder_days').notNullable().defaultTo('{}')
        table.integer('passed_grade').notNullable()
        table.integer('certificate_valid_months').nullable()
        table.boolean('adults_only').notNullable().defaultTo(false)
        table.timestamp('published_at').nullable()
        table.unique(['course_id', 'number'])
      },
      shared,
    )

    this.tenantTable(
      'learning_modules',
      (table) => {
        table.bigInteger('version_id').notNullable().references('id').inTable('learning_course_versions').onDelete('CASCADE')
        table.text('key').notNullable()
        table.integer('position').notNullable()
        table.jsonb('title').notNullable()
        table.unique(['version_id', 'key'])
      },
      shared,
    )

    this.tenantTable(
      'learning_activities',
      (table) => {
        table.bigInteger('version_id').notNullable().references('id').inTable('learning_course_versions').onDelete('CASCADE')
        table.bigInteger('module_id').notNullable().references('id').inTable('learning_modules').onDelete('CASCADE')
        table.text('key').notNullable()
        table.text('type').notNullable().checkIn(['richtext', 'quiz', 'evaluation', 'external'])
        // The position in the whole course, not in the module. Locking follows it.
        table.integer('position').notNullable()
        table.jsonb('title').notNullable()
        // Sanitised HTML: the content of a richtext activity, the introduction of others.
        table.jsonb('body').notNullable().defaultTo('{}')
        table.integer('minutes').notNullable().defaultTo(0)
        // Checked by type in server/services/activity_settings.ts.
        table.jsonb('settings').notNullable().defaultTo('{}')
        table.unique(['version_id', 'key'])
      },
      shared,
    )
    this.schema.raw('create index learning_activities_order on learning_activities (version_id, position)')

    // In addition to the order: "if an activity is opened, passed or completed then open another" (section 3).
    this.tenantTable(
      'learning_restrictions',
      (table) => {
        table.bigInteger('activity_id').notNullable().references('id').inTable('learning_activities').onDelete('CASCADE')
        table.bigInteger('requires_activity_id').notNullable().references('id').inTable('learning_activities').onDelete('CASCADE')
        table.text('condition').notNullable().checkIn(['opened', 'passed', 'completed'])
        table.unique(['activity_id', 'requires_activity_id'])
      },
      shared,
    )

    // The question pool. A changed question is a new revision. Attempts keep the revision that they were asked.
    this.tenantTable(
      'learning_questions',
      (table) => {
        table.bigInteger('course_id').notNullable().references('id').inTable('learning_courses').onDelete('CASCADE')
        table.text('key').notNullable()
        table.integer('revision').notNullable().defaultTo(1)
        table.text('type').notNullable().checkIn(['single', 'multiple', 'true_false'])
        table.jsonb('text').notNullable()
        // [{ key, correct, text: { nl, en } }], never sent in this form (server/transformers/attempt_transformer.ts).
        table.jsonb('answers').notNullable()
        table.jsonb('feedback_correct').notNullable().defaultTo('{}')
        table.jsonb('feedback_incorrect').notNullable().defaultTo('{}')
        table.text('content_hash').notNullable()
        table.unique(['course_id', 'key', 'revision'])
      },
      shared,
    )

    this.tenantTable(
      'learning_activity_questions',
      (table) => {
        table.bigInteger('activity_id').notNullable().references('id').inTable('learning_activities').onDelete('CASCADE')
        table.bigInteger('question_id').notNullable().references('id').inTable('learning_questions').onDelete('CASCADE')
        table.integer('position').notNullable()
        table.unique(['activity_id', 'question_id'])
      },
      shared,
    )
  }

  async down() {
    for (const name of ['activity_questions', 'questions', 'restrictions', 'activities', 'modules', 'course_versions', 'courses']) {
      this.schema.dropTable(`learning_${name}`)
    }
  }
}
