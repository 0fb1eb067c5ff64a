import { TenantSchema } from '#core/kit/schema'

/** A link may reserve seats at one exam moment, and require a minimum number of people per booking (decision 0401). */
export default class extends TenantSchema {
  async up() {
    this.schema.alterTable('booking_links_links', (table) => {
      // An id of exams. No foreign key, because plugins do not reference each other's tables.
      table.bigInteger('moment_id').nullable()
      // Number of seats at that moment that only bookings through the link can take.
      table.integer('reserved_seats').notNullable().defaultTo(0)
      // Minimum number of people in a booking.
      table.integer('min_people').notNullable().defaultTo(1)
    })
    this.schema.alterTable('booking_links_bookings', (table) => {
      // How many reserved seats the booking took, and at which moment.
      table.bigInteger('moment_id').nullable()
      table.integer('reserved').notNullable().defaultTo(0)
    })
    this.schema.raw(`
      alter table booking_links_links
        add constraint booking_links_links_reserved check (reserved_seats between 0 and 1000 and (reserved_seats > 0) = (moment_id is not null)),
        add constraint booking_links_links_min_people check (min_people between 1 and 200)`)
  }

  async down() {
    this.schema.alterTable('booking_links_bookings', (table) => table.dropColumns('moment_id', 'reserved'))
    this.schema.alterTable('booking_links_links', (table) => table.dropColumns('moment_id', 'reserved_seats', 'min_people'))
  }
}
