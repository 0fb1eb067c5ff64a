import { TenantSchema } from '#core/kit/schema'

/** One row per action, filled by events of other plugins. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('reports_actions', (table) => {
      table.text('kind').notNullable().checkIn(['registered', 'started', 'passed', 'failed', 'certificate'])
      // Null once the person is erased. The action still counts.
      table.bigInteger('membership_id').nullable()
      table.text('person_name').nullable()
      // An id of learning. No foreign key, because plugins do not reference each other's tables.
      table.bigInteger('participation_id').nullable()
      table.jsonb('course_name').notNullable()
      table.integer('grade').nullable()
      table.timestamp('occurred_at').notNullable()
      table.bigInteger('event_id').notNullable()
      // Ignores duplicate deliveries of an event.
      table.unique(['company_id', 'kind', 'event_id'])
    })
    this.ownReference('reports_actions', 'membership_id', 'core_memberships', 'set null')
    this.schema.raw(`
      create index reports_actions_recent on reports_actions (company_id, occurred_at desc, id desc);
      create index reports_actions_counts on reports_actions (company_id, kind, occurred_at);
      create index reports_actions_member on reports_actions (company_id, membership_id);
      -- For admins, who read the newest actions of all companies.
      create index reports_actions_recent_across on reports_actions (occurred_at desc, id desc);
    `)
  }

  async down() {
    this.schema.dropTable('reports_actions')
  }
}
