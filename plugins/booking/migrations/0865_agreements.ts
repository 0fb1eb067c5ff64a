import { TenantSchema } from '#core/kit/schema'

/** Who agreed to which terms of who gives an exam, and when, with the words as they were read (decision 0206). */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('booking_agreements', (table) => {
      table.bigInteger('booking_id').notNullable()
      // Null: somebody who is gone; that it was agreed to stays.
      table.bigInteger('membership_id').nullable()
      table.text('provider').notNullable()
      table.text('text').notNullable()
      table.text('language').notNullable()
      table.timestamp('at').notNullable().defaultTo(this.now())
      table.index(['company_id', 'booking_id', 'id'])
      table.index(['company_id', 'membership_id'])
    })
    this.ownReference('booking_agreements', 'booking_id', 'booking_bookings')
    this.ownReference('booking_agreements', 'membership_id', 'core_memberships', 'set null')
  }

  async down() {
    this.schema.dropTable('booking_agreements')
  }
}
