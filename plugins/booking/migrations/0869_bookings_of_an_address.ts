import { TenantSchema } from '#core/kit/schema'

/** Index for finding the bookings of an address in all companies when it is erased. */
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
