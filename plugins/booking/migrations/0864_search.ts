import { TenantSchema } from '#core/kit/schema'

/** As in 0862, but sorted: two transactions that write the same words in different orders could deadlock. */
const WORDS = `
  select distinct b.company_id, w from changed b,
    regexp_split_to_table(search_key(coalesce(b.buyer->>'company', '') || ' ' || coalesce(b.course_name->>'nl', '') || ' ' ||
      coalesce(b.course_name->>'en', '')), '[^[:alnum:]]+') w where length(w) >= 4 order by 1, 2`

/** A search for common words no longer reads the index of all of them. Filters on exam days and amounts use index-only scans. */
export default class extends TenantSchema {
  async up() {
    this.searchIndexes('booking_bookings')
    this.searchFunctions('booking_find', 'booking_bookings')
    this.wordFunctions('booking_words')
    this.schema.raw(`
      drop index booking_bookings_newest, booking_bookings_all_newest;
      create index booking_bookings_newest on booking_bookings (company_id, created_at desc, id desc) include (exam_at);
      create index booking_bookings_all_newest on booking_bookings (created_at desc, id desc) include (company_id, exam_at);
      drop index booking_bookings_total, booking_bookings_all_total;
      create index booking_bookings_total on booking_bookings (company_id, total_cents, id) include (status, type, exam_at);
      create index booking_bookings_all_total on booking_bookings (total_cents, id) include (company_id, status, type, exam_at);
      create or replace function booking_keep_words() returns trigger language plpgsql set search_path = public, pg_temp as $$
        begin
          insert into booking_words (company_id, word) ${WORDS} on conflict do nothing;
          return null;
        end $$`)
  }

  async down() {
    throw new Error('The search before this one reads the index of every word.')
  }
}
