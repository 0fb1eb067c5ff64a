import { TenantSchema } from '#core/kit/schema'

/** Until when a passed quiz counts, if its course limits that (decision 0165). */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_activity_states', (table) => {
      table.timestamp('valid_until').nullable()
    })
    // Only a few quizzes have an end. The hourly job reads only these.
    this.schema.raw(
      `create index learning_activity_states_valid_until on learning_activity_states (company_id, valid_until) where valid_until is not null`,
    )
  }

  async down() {
    this.schema.alterTable('learning_activity_states', (table) => table.dropColumn('valid_until'))
  }
}
