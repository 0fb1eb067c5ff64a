import { TenantSchema } from '#core/kit/schema'

/** Who accepted the terms of an exam provider and when, with the text as it was shown (decision 0206). */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('booking_agreements', (table) => {
      table.bigInteger('booking_id').notNullable()
      // Null once the person is erased. The agreement stays.
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
