import { TenantSchema } from '#core/kit/schema'

/**
 * When a person last completed a practice run of a recorded quiz without technical problems. The server stores no pictures, sound or
 * answers of it (decision 0381).
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('proctoring_practices', (table) => {
      table.bigInteger('membership_id').notNullable()
      // Identifies the quiz in all versions of its course. No foreign key, because plugins do not reference each other's tables.
      table.bigInteger('course_id').notNullable()
      table.text('activity_key').notNullable()
      table.timestamp('done_at').notNullable()
      table.unique(['company_id', 'membership_id', 'course_id', 'activity_key'])
    })
    this.ownReference('proctoring_practices', 'membership_id', 'core_memberships')
  }

  async down() {
    this.schema.dropTable('proctoring_practices')
  }
}
