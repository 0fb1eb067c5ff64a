import { TenantSchema } from '#core/kit/schema'

/**
 * Bookings. A draft is the unfinished wizard of one person. Its id becomes the booking number, so that seats, payments and invoices can
 * refer to the booking before it exists. `draft_id` is unique, so that two clicks make one booking. Lines, policy and buyer are stored as
 * they were agreed.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('booking_drafts', (table) => {
      table.bigInteger('membership_id').notNullable()
      table.jsonb('answers').notNullable()
      table.text('step').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'membership_id'])
    })
    this.ownReference('booking_drafts', 'membership_id', 'core_memberships')

    this.tenantTable('booking_bookings', (table) => {
      table.bigInteger('draft_id').notNullable()
      table.text('number').notNullable().unique()
      table.text('type').notNullable().checkIn(['elearning', 'elearning_exam', 'exam'])
      table
        .text('status')
        .notNullable()
        .checkIn(['created', 'open', 'paid', 'invoice', 'failed', 'expired', 'needs_processing', 'canceled'])
      // Ids of learning and exams. No foreign key, because plugins do not reference each other's tables.
      table.bigInteger('course_id').notNullable()
      table.jsonb('course_name').notNullable()
      table.text('language').nullable()
      table.bigInteger('moment_id').nullable()
      // Place and time, as booked or as last moved.
      table.jsonb('exam').nullable()
      table.timestamp('exam_at').nullable()
      table.integer('people').notNullable()
      table.jsonb('lines').notNullable()
      table.jsonb('policy').notNullable()
      table.integer('net_cents').notNullable()
      table.integer('vat_cents').notNullable()
      table.integer('total_cents').notNullable()
      table.integer('cancellation_cents').notNullable().defaultTo(0)
      table.text('discount').nullable().checkIn(['proposed', 'confirmed', 'refused'])
      table.text('payment_method').notNullable().checkIn(['invoice', 'card'])
      table.text('order_number').nullable()
      table.jsonb('buyer').notNullable()
      table.text('wishes').notNullable().defaultTo('')
      table.bigInteger('booked_by').nullable()
      table.integer('extensions').notNullable().defaultTo(0)
      table.timestamp('extended_until').nullable()
      table.timestamp('pay_until').nullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'draft_id'])
    })
    this.schema.raw(`
      alter table booking_bookings add column search_text text not null generated always as (
        search_key(number || ' ' || coalesce(order_number, '') || ' ' || coalesce(buyer->>'company', '') || ' ' ||
          coalesce(course_name->>'nl', '') || ' ' || coalesce(course_name->>'en', ''))) stored,
        add constraint booking_bookings_extensions check (extensions between 0 and 2);
      create index booking_bookings_newest on booking_bookings (company_id, created_at desc, id desc);
      create index booking_bookings_status on booking_bookings (company_id, status, created_at desc);
      create index booking_bookings_across on booking_bookings (created_at desc, id desc);
      create index booking_bookings_search on booking_bookings using gin (search_text gin_trgm_ops);
      create index booking_bookings_booked_by on booking_bookings (company_id, booked_by)`)
    this.ownReference('booking_bookings', 'booked_by', 'core_memberships', 'set null')

    this.tenantTable('booking_people', (table) => {
      table.bigInteger('booking_id').notNullable()
      // Null once the person is erased. The row stays, because the company needs the number of people it paid for.
      table.bigInteger('membership_id').nullable()
      // The id of the participation in learning, once the course is released to the person.
      table.bigInteger('participation_id').nullable()
      table.unique(['company_id', 'booking_id', 'membership_id'])
      table.index(['company_id', 'membership_id'])
    })
    this.ownReference('booking_people', 'booking_id', 'booking_bookings')
    this.ownReference('booking_people', 'membership_id', 'core_memberships', 'set null')

    this.tenantTable('booking_history', (table) => {
      table.bigInteger('booking_id').notNullable()
      table.text('action').notNullable()
      table.timestamp('at').notNullable().defaultTo(this.now())
      table.bigInteger('membership_id').nullable()
      table.text('actor').notNullable().checkIn(['member', 'admin', 'system'])
      table.text('reason').nullable()
      table.jsonb('before').notNullable()
      table.jsonb('after').notNullable()
      table.index(['company_id', 'booking_id', 'id'])
    })
    this.ownReference('booking_history', 'booking_id', 'booking_bookings')
    this.ownReference('booking_history', 'membership_id', 'core_memberships', 'set null')
  }

  async down() {
    for (const name of ['history', 'people', 'bookings', 'drafts']) this.schema.dropTable(`booking_${name}`)
  }
}
