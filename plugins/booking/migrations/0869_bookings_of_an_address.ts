import { TenantSchema } from '#core/kit/schema'

/** An address that is erased is looked up in the bookings of every company. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index booking_bookings_contact on booking_bookings (lower(buyer->>'contact_email'));
      create index booking_bookings_invoice_email on booking_bookings (lower(buyer->>'invoice_email'))`)
  }

  async down() {
    this.schema.raw('drop index booking_bookings_contact, booking_bookings_invoice_email')
  }
}
