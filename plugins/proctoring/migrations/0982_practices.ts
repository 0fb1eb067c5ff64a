import { TenantSchema } from '#core/kit/schema'

/**
 * When a person last did a practice run of a recorded quiz in which everything worked. It is all that the server stores of it: no picture, no
 * sound, no answer (decision 0381).
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('proctoring_practices', (table) => {
      table.bigInteger('membership_id').notNullable()
      // Names the quiz across versions of its course; no foreign key leads into another plugin's tables.
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
