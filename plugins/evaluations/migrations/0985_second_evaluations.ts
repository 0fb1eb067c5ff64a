import { TenantSchema } from '#core/kit/schema'

/**
 * Evaluations some weeks after a course: for which courses, and who is asked about whom. The answers are published in the same form as
 * those of learning, so that one rule counts both (decisions 0300, 0383).
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'evaluations_later',
      (table) => {
        table.bigInteger('course_id').notNullable()
        table.integer('weeks').notNullable()
        table.unique(['course_id'])
      },
      { sharedRows: true },
    )
    this.schema.raw('alter table evaluations_later add constraint evaluations_later_weeks check (weeks between 1 and 52)')
    this.tenantTable('evaluations_second', (table) => {
      // The person who took the course.
      table.bigInteger('membership_id').notNullable()
      // Who is asked: the same person, or their supervisor.
      table.bigInteger('by_membership_id').notNullable()
      table.text('about').notNullable().checkIn(['own', 'person'])
      // Ids of learning. No foreign key, because plugins do not reference each other's tables.
      table.bigInteger('participation_id').notNullable()
      table.bigInteger('course_id').notNullable()
      table.bigInteger('version_id').notNullable()
      table.jsonb('course_name').notNullable()
      table.text('language').notNullable()
      table.date('due_on').notNullable()
      // Number of mails sent: the question and at most two reminders.
      table.smallint('mails').notNullable().defaultTo(0)
      table.timestamp('mailed_at').nullable()
      table.jsonb('answers').nullable()
      table.timestamp('answered_at').nullable()
      table.unique(['company_id', 'participation_id', 'about'])
      table.index(['company_id', 'by_membership_id'])
    })
    this.ownReference('evaluations_second', 'membership_id', 'core_memberships')
    this.ownReference('evaluations_second', 'by_membership_id', 'core_memberships')
    this.schema.raw(`
      alter table evaluations_second add constraint evaluations_second_mails check (mails between 0 and 3);
      create index evaluations_second_open on evaluations_second (company_id, due_on) where answered_at is null;
      create view evaluations_second_facts with (security_invoker = true) as
        select s.id, s.company_id, s.by_membership_id as membership_id, s.course_id, s.version_id, v.number as version, s.language,
               s.about as activity_key, a.key as question_key, a.value, s.answered_at as saved_at
          from evaluations_second s
          join (select distinct version_id, version as number from learning_evaluation_questions) v on v.version_id = s.version_id
          cross join lateral jsonb_each(s.answers) as a
         where s.answered_at is not null;
      grant select on evaluations_second_facts to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop view evaluations_second_facts')
    this.schema.dropTable('evaluations_second')
    this.schema.dropTable('evaluations_later')
  }
}
