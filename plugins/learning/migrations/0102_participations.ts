import { TenantSchema } from '#core/kit/schema'

/** Participations in courses and the work in them. All of it belongs to the membership. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('learning_participations', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.bigInteger('course_id').notNullable().references('id').inTable('learning_courses')
      table.bigInteger('version_id').notNullable().references('id').inTable('learning_course_versions')
      table
        .text('status')
        .notNullable()
        .defaultTo('registered')
        .checkIn(['registered', 'planned', 'busy', 'passed', 'failed', 'expired', 'no_show'])
      table.text('language').nullable()
      table.text('source').notNullable().defaultTo('assigned').checkIn(['assigned', 'direct', 'flow', 'booking', 'lti'])
      table.integer('progress').notNullable().defaultTo(0)
      table.integer('grade').nullable()
      table.timestamp('registered_at').notNullable().defaultTo(this.now())
      table.timestamp('started_at').nullable()
      table.timestamp('expires_at').nullable()
      table.timestamp('finished_at').nullable()
    })
    this.schema.raw(`
      create index learning_participations_member on learning_participations (company_id, membership_id, registered_at desc);
      create index learning_participations_status on learning_participations (company_id, status, finished_at desc);
      -- One open participation per course. Taking the course again creates a new one.
      create unique index learning_participations_open on learning_participations (company_id, membership_id, course_id)
        where status in ('registered', 'planned', 'busy');
    `)

    this.tenantTable('learning_activity_states', (table) => {
      table.bigInteger('participation_id').notNullable()
      table.bigInteger('activity_id').notNullable().references('id').inTable('learning_activities')
      table.text('status').notNullable().defaultTo('doing').checkIn(['doing', 'waiting', 'finished', 'failed'])
      table.integer('grade').nullable()
      table.timestamp('opened_at').notNullable().defaultTo(this.now())
      table.timestamp('finished_at').nullable()
      table.unique(['company_id', 'participation_id', 'activity_id'])
    })

    // An exam is reviewed by its provider, which is another company. The row and its policy contain both ids.
    this.tenantTable(
      'learning_attempts',
      (table) => {
        table.bigInteger('review_company_id').nullable().references('id').inTable('core_companies')
        table.bigInteger('participation_id').notNullable()
        table.bigInteger('activity_id').notNullable().references('id').inTable('learning_activities')
        table.integer('number').notNullable()
        table.text('status').notNullable().defaultTo('busy').checkIn(['busy', 'passed', 'failed', 'in_review'])
        table.integer('grade').nullable()
        table.timestamp('started_at').notNullable().defaultTo(this.now())
        table.timestamp('submitted_at').nullable()
        table.unique(['company_id', 'participation_id', 'activity_id', 'number'])
      },
      { alsoVisibleTo: 'review_company_id' },
    )
    this.schema.raw(`create unique index learning_attempts_running on learning_attempts
      (company_id, participation_id, activity_id) where status = 'busy'`)

    this.tenantTable('learning_attempt_questions', (table) => {
      table.bigInteger('attempt_id').notNullable()
      table.bigInteger('question_id').notNullable().references('id').inTable('learning_questions')
      table.integer('position').notNullable()
      // The order of the answers in this attempt, by key.
      table.specificType('answer_order', 'text[]').notNullable()
      // The keys given so far, saved after each answer, so that the person can continue on another device.
      table.specificType('given', 'text[]').nullable()
      table.boolean('correct').nullable()
      table.timestamp('saved_at').nullable()
      table.unique(['company_id', 'attempt_id', 'question_id'])
    })

    this.tenantTable('learning_evaluation_answers', (table) => {
      table.bigInteger('participation_id').notNullable()
      table.bigInteger('activity_id').notNullable().references('id').inTable('learning_activities')
      table.text('question_key').notNullable()
      table.jsonb('value').notNullable()
      table.timestamp('saved_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'participation_id', 'activity_id', 'question_key'])
    })

    this.ownReference('learning_participations', 'membership_id', 'core_memberships')
    for (const table of ['activity_states', 'attempts', 'evaluation_answers']) {
      this.ownReference(`learning_${table}`, 'participation_id', 'learning_participations')
    }
    this.ownReference('learning_attempt_questions', 'attempt_id', 'learning_attempts')
  }

  async down() {
    for (const name of ['evaluation_answers', 'attempt_questions', 'attempts', 'activity_states', 'participations']) {
      this.schema.dropTable(`learning_${name}`)
    }
  }
}
