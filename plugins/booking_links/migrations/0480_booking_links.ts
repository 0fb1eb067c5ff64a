import { TenantSchema } from '#core/kit/schema'

/**
 * Booking links, their results per day, and the bookings made through them. `course_ids` are ids of learning and `booking_id` is an id of
 * booking, without foreign keys, because plugins do not reference each other's tables. Visitors are not stored.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('booking_links_links', (table) => {
      // Part of the link's address.
      table.text('token').notNullable().unique()
      table.text('campaign').notNullable()
      table.jsonb('course_ids').notNullable()
      // Null: the person chooses.
      table.text('type').nullable().checkIn(['elearning', 'elearning_exam', 'exam'])
      // The exam moments that are shown first. Empty: all.
      table.text('city').notNullable().defaultTo('')
      table.text('language').notNullable().defaultTo('')
      table.text('month').notNullable().defaultTo('')
      table.text('price_kind').notNullable().checkIn(['list', 'percent', 'amount', 'agreed'])
      // Percent, or cents per person without VAT.
      table.integer('price_value').notNullable().defaultTo(0)
      // The last day on which the link can be used.
      table.date('expires_on').nullable()
      // Maximum number of bookings; null: unlimited.
      table.integer('max_uses').nullable()
      // Whether people without an account may register through the link.
      table.boolean('registration').notNullable().defaultTo(true)
      table.boolean('is_on').notNullable().defaultTo(true)
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
    })
    this.schema.raw(`
      alter table booking_links_links
        add column search_text text generated always as (search_key(campaign)) stored,
        add constraint booking_links_links_price check (
          price_value between 0 and case price_kind when 'list' then 0 when 'percent' then 100 else 100000000 end),
        add constraint booking_links_links_uses check (max_uses >= 1);
      create unique index booking_links_links_campaign on booking_links_links (company_id, search_key(campaign))`)

    // One row per link and day.
    this.tenantTable('booking_links_days', (table) => {
      table.bigInteger('link_id').notNullable()
      table.date('day').notNullable()
      table.bigInteger('visits').notNullable().defaultTo(0)
      // Number of wizards started through the link.
      table.integer('started').notNullable().defaultTo(0)
      table.unique(['company_id', 'link_id', 'day'])
    })
    this.ownReference('booking_links_days', 'link_id', 'booking_links_links')

    this.tenantTable('booking_links_bookings', (table) => {
      table.bigInteger('link_id').notNullable()
      table.bigInteger('booking_id').notNullable()
      // The key that exams use for the booking: `booking:B000012`.
      table.text('key').notNullable()
      table.integer('people').notNullable()
      // Whether the booking counts as a use of the link. False once it is cancelled or was not paid in time.
      table.boolean('held').notNullable().defaultTo(true)
      // Whether the booking was placed: paid, on invoice, or waiting for a manual check.
      table.boolean('stands').notNullable().defaultTo(false)
      table.boolean('paid').notNullable().defaultTo(false)
      // Number of people who passed.
      table.integer('passed').notNullable().defaultTo(0)
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'booking_id'])
      table.index(['company_id', 'link_id'])
      table.index(['company_id', 'key'])
    })
    this.ownReference('booking_links_bookings', 'link_id', 'booking_links_links')

    this.tenantTable('booking_links_history', (table) => {
      table.bigInteger('link_id').notNullable()
      table.text('act').notNullable()
      // The names of the changed fields.
      table.jsonb('fields').notNullable().defaultTo('[]')
      table.timestamp('at').notNullable().defaultTo(this.now())
      table.index(['company_id', 'link_id', 'id'])
    })
    this.ownReference('booking_links_history', 'link_id', 'booking_links_links')

    // Adds up the visits of a second for all links in one statement. Visitors have no company. The function returns nothing.
    this.schema.raw(`
      create function booking_links_visits(counted jsonb) returns void language sql volatile security definer set search_path = public, pg_temp as $$
        insert into booking_links_days as d (company_id, link_id, day, visits)
          select l.company_id, l.id, (now() at time zone 'Europe/Amsterdam')::date, c.value::bigint
            from jsonb_each_text(counted) c join booking_links_links l on l.token = c.key
           order by l.id
          on conflict (company_id, link_id, day) do update set visits = d.visits + excluded.visits $$;
      revoke all on function booking_links_visits(jsonb) from public;
      grant execute on function booking_links_visits(jsonb) to platform_tenant`)
  }

  async down() {
    this.schema.raw('drop function booking_links_visits(jsonb)')
    for (const name of ['history', 'bookings', 'days', 'links']) this.schema.dropTable(`booking_links_${name}`)
  }
}
