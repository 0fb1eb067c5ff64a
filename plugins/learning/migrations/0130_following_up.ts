import { TenantSchema } from '#core/kit/schema'

const STATUSES = ['registered', 'planned', 'busy', 'passed', 'failed', 'expired', 'no_show', 'cancelled']

/**
 * For supervisors: the due day of a participation, whether it is mandatory, and who assigned it. `current` marks the latest participation
 * of a person in a course, which counts in every overview. Actions of supervisors are stored as history. Each kind of mail about a due day
 * is sent once.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_participations', (table) => {
      table.date('due_at').nullable()
      table.boolean('mandatory').notNullable().defaultTo(false)
      table.bigInteger('assigned_by').nullable()
      table.boolean('current').notNullable().defaultTo(true)
      // When a supervisor last changed it, to detect conflicting actions. The participant's own work does not change it.
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
    })
    this.ownReference('learning_participations', 'assigned_by', 'core_memberships', 'set null')
    this.schema.alterTable('learning_activity_states', (table) => {
      // Attempts that a supervisor granted in addition to those of the quiz.
      table.integer('extra_attempts').notNullable().defaultTo(0)
    })
    this.schema.alterTable('learning_attempts', (table) => {
      // When the person first opened the feedback.
      table.timestamp('feedback_seen_at').nullable()
    })
    this.schema.raw(`
      alter table learning_participations drop constraint learning_participations_status_check;
      alter table learning_participations add constraint learning_participations_status_check
        check (status in (${STATUSES.map((status) => `'${status}'`).join(', ')}));
      update learning_participations p set current = false where exists (
        select 1 from learning_participations later
         where later.company_id = p.company_id and later.membership_id = p.membership_id and later.course_id = p.course_id and later.id > p.id);
      create index learning_participations_current on learning_participations (company_id, course_id, status)
        include (membership_id, due_at, mandatory, expires_at) where current;
      create index learning_participations_of_person on learning_participations (company_id, membership_id, course_id) where current;
      create index learning_participations_due on learning_participations (company_id, due_at)
        where due_at is not null and status in ('registered', 'planned', 'busy');
      create index learning_participations_expires on learning_participations (company_id, expires_at)
        where expires_at is not null and status in ('registered', 'planned', 'busy');
      create index learning_participations_assigned_by on learning_participations (company_id, assigned_by) where assigned_by is not null;
    `)

    this.tenantTable('learning_participation_history', (table) => {
      table.bigInteger('participation_id').notNullable()
      table.text('action').notNullable()
      // Null: an admin, or a person who was erased.
      table.bigInteger('by_membership_id').nullable()
      table.boolean('by_platform').notNullable().defaultTo(false)
      table.text('reason').nullable()
      table.jsonb('details').notNullable().defaultTo('{}')
      table.timestamp('at').notNullable().defaultTo(this.raw('clock_timestamp()'))
    })
    this.ownReference('learning_participation_history', 'participation_id', 'learning_participations')
    this.ownReference('learning_participation_history', 'by_membership_id', 'core_memberships', 'set null')
    this.schema.raw(`
      create index learning_participation_history_of on learning_participation_history (company_id, participation_id, id);
      create index learning_participation_history_by on learning_participation_history (company_id, by_membership_id) where by_membership_id is not null;
    `)

    // One row per mail. A new due day is announced again, the same due day is not.
    this.tenantTable('learning_due_mails', (table) => {
      table.bigInteger('participation_id').notNullable()
      table.text('kind').notNullable().checkIn(['week', 'day', 'overdue'])
      table.date('due_at').notNullable()
      table.timestamp('at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'participation_id', 'kind', 'due_at'])
    })
    this.ownReference('learning_due_mails', 'participation_id', 'learning_participations')
  }

  async down() {
    this.schema.dropTable('learning_due_mails')
    this.schema.dropTable('learning_participation_history')
    this.schema.alterTable('learning_attempts', (table) => table.dropColumn('feedback_seen_at'))
    this.schema.alterTable('learning_activity_states', (table) => table.dropColumn('extra_attempts'))
    this.schema.alterTable('learning_participations', (table) =>
      table.dropColumns('due_at', 'mandatory', 'assigned_by', 'current', 'updated_at'),
    )
  }
}
