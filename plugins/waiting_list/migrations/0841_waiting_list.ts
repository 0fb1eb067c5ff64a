import { TenantSchema } from '#core/kit/schema'

/**
 * People who wait for a seat at an exam. There is one queue per course, city, language and month, across companies. `rank` is the order,
 * assigned when the address was confirmed. A function finds the first in line across companies and returns only an id.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('create sequence waiting_list_rank')
    this.tenantTable('waiting_list_places', (table) => {
      // Sent only by mail, so whoever has it has access to the mailbox.
      table.text('token').notNullable().unique()
      table.text('email').notNullable()
      table.text('name').notNullable()
      table.text('mail_language').notNullable()
      table.bigInteger('membership_id').nullable()
      // An id of learning. No foreign key, because plugins do not reference each other's tables.
      table.bigInteger('course_id').notNullable()
      table.text('city').notNullable()
      table.text('language').notNullable()
      table.text('month').notNullable()
      table
        .text('status')
        .notNullable()
        .defaultTo('unconfirmed')
        .checkIn(['unconfirmed', 'waiting', 'offered', 'accepted', 'declined', 'lapsed', 'left'])
      table.bigInteger('rank').nullable()
      // An id of exams.
      table.bigInteger('moment_id').nullable()
      table.timestamp('moment_starts_at', { useTz: true }).nullable()
      table.timestamp('offer_until', { useTz: true }).nullable()
      table.timestamp('created_at', { useTz: true }).notNullable().defaultTo(this.now())
    })
    this.ownReference('waiting_list_places', 'membership_id', 'core_memberships')
    this.schema.raw(`
      alter table waiting_list_places add constraint waiting_list_places_month check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$');
      alter table waiting_list_places add column search_text text generated always as (search_key(name || ' ' || email || ' ' || city)) stored;
      create unique index waiting_list_places_once on waiting_list_places
        (company_id, lower(email), course_id, search_key(city), language, month) where status in ('unconfirmed', 'waiting', 'offered');
      create index waiting_list_places_queue on waiting_list_places (course_id, search_key(city), language, month, rank) where status = 'waiting';
      create index waiting_list_places_open on waiting_list_places (company_id, status);
      create function waiting_list_first(course bigint, place text, spoken text, wanted text) returns bigint language sql stable security definer
        set search_path = public, pg_temp as $$
        select id from waiting_list_places
         where status = 'waiting' and course_id = course and search_key(city) = search_key(place) and language = spoken and month = wanted
         order by rank limit 1
      $$;
      revoke all on function waiting_list_first(bigint, text, text, text) from public;
      grant execute on function waiting_list_first(bigint, text, text, text) to platform_tenant, platform_across;
      grant usage on sequence waiting_list_rank to platform_tenant, platform_across`)

    this.tenantTable('waiting_list_history', (table) => {
      table.bigInteger('place_id').notNullable()
      table.text('action').notNullable()
      table.text('reason').notNullable().defaultTo('')
      table.bigInteger('by_membership_id').nullable()
      table.timestamp('at', { useTz: true }).notNullable().defaultTo(this.now())
      table.index(['company_id', 'place_id'])
    })
    this.ownReference('waiting_list_history', 'place_id', 'waiting_list_places')
    this.ownReference('waiting_list_history', 'by_membership_id', 'core_memberships', 'set null')
  }

  async down() {
    this.schema.raw('drop function waiting_list_first(bigint, text, text, text)')
    for (const name of ['history', 'places']) this.schema.dropTable(`waiting_list_${name}`)
    this.schema.raw('drop sequence waiting_list_rank')
  }
}
