import { TenantSchema } from '#core/kit/schema'

/** How long somebody really read a page: what their page said of it, no more than time went by. */
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
