import { TenantSchema } from '#core/kit/schema'

/** Until when a quiz that was passed counts, where its course says so: decision 0165. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_activity_states', (table) => {
      table.timestamp('valid_until').nullable()
    })
    // Few quizzes have such an end: the hourly job reads these alone.
    this.schema.raw(
      `create index learning_activity_states_valid_until on learning_activity_states (company_id, valid_until) where valid_until is not null`,
    )
  }

  async down() {
    this.schema.alterTable('learning_activity_states', (table) => table.dropColumn('valid_until'))
  }
}
