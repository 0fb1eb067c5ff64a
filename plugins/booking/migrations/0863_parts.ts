import { TenantSchema } from '#core/kit/schema'

/** A person who goes another way than the others of a booking has one of their own, beside the one that they were booked with (decision 0175). */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table booking_bookings add column part_of bigint;
      create index booking_bookings_part_of on booking_bookings (company_id, part_of) where part_of is not null`)
    this.ownReference('booking_bookings', 'part_of', 'booking_bookings')
  }

  async down() {
    this.schema.raw('alter table booking_bookings drop column part_of')
  }
}
