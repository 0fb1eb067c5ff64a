import { TenantSchema } from '#core/kit/schema'

/** The time that a person spent reading a page: reported by the page, and limited to the time that has passed. */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('learning_activity_states', (table) => {
      table.integer('active_seconds').notNullable().defaultTo(0)
      table.timestamp('active_at').nullable()
    })
  }

  async down() {
    this.schema.alterTable('learning_activity_states', (table) => table.dropColumns('active_seconds', 'active_at'))
  }
}
