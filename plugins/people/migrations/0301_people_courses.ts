import { TenantSchema } from '#core/kit/schema'

/** The data of each participation that lists and panels of people show. Filled by events of learning. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('people_courses', (table) => {
      table.bigInteger('membership_id').notNullable()
      // An id of learning. No foreign key, because plugins do not reference each other's tables.
      table.bigInteger('participation_id').notNullable()
      table.jsonb('course_name').notNullable()
      table.text('status').notNullable().checkIn(['registered', 'busy', 'failed', 'passed'])
      table.integer('grade').nullable()
      table.timestamp('registered_at').notNullable()
      table.timestamp('expires_at').nullable()
      table.timestamp('finished_at').nullable()
      table.unique(['company_id', 'participation_id'])
    })
    this.ownReference('people_courses', 'membership_id', 'core_memberships')
    this.schema.raw('create index people_courses_member on people_courses (company_id, membership_id, registered_at desc)')
  }

  async down() {
    this.schema.dropTable('people_courses')
  }
}
