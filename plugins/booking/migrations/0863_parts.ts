import { TenantSchema } from '#core/kit/schema'

/** A person of a booking whose plans change gets a booking of their own, which refers to the first one (decision 0175). */
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
