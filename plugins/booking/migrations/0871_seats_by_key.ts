import { TenantSchema } from '#core/kit/schema'

/** A booking of seats without names. A seat gets its person when its key is used (decision 0400). */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('booking_bookings', (table) => {
      table.boolean('by_keys').notNullable().defaultTo(false)
    })
  }

  async down() {
    this.schema.alterTable('booking_bookings', (table) => table.dropColumn('by_keys'))
  }
}
