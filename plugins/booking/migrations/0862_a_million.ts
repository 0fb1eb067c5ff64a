import { TenantSchema } from '#core/kit/schema'

const CURRENT = `nullif(current_setting('app.company_id', true), '')::bigint`
/** The words that tolerate typos. Numbers must match exactly. */
const WORDS = (rows: string) => `
  select distinct b.company_id, w from ${rows} b,
    regexp_split_to_table(search_key(coalesce(b.buyer->>'company', '') || ' ' || coalesce(b.course_name->>'nl', '') || ' ' ||
      coalesce(b.course_name->>'en', '')), '[^[:alnum:]]+') w where length(w) >= 4`

/** Each pattern is a literal, so that the planner can estimate how many rows match. */
const FIND = (scope: string) => `
  declare
    condition text := ${scope};
    word jsonb;
  begin
    for word in select * from jsonb_array_elements(patterns) loop
      -- A chain of conditions instead of an array, for which the planner cannot estimate the number of rows.
      condition := condition || ' and (' || (select string_agg(format('search_text like %L', p), ' or ') from jsonb_array_elements_text(word) p) || ')';
    end loop;
    return query execute 'select id from booking_bookings where ' || condition || ' limit $1' using most;
  end`

/**
 * Indexes for the orders and filters of the list of bookings, for one company and for all. The search bypasses the policies, because text
 * indexes are not used under a policy.
 */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('booking_words', (table) => {
      table.text('word').notNullable()
      table.unique(['company_id', 'word'])
    })
    this.schema.raw(`
      drop index booking_bookings_across;
      drop index booking_bookings_status;
      drop index booking_bookings_search;
      create index booking_bookings_search on booking_bookings using gin (company_id, search_text gin_trgm_ops);
      create index booking_bookings_number on booking_bookings (company_id, number, id);
      create index booking_bookings_by_status on booking_bookings (company_id, status, id);
      create index booking_bookings_status on booking_bookings (company_id, status, created_at desc, id desc);
      create index booking_bookings_type on booking_bookings (company_id, type, created_at desc, id desc);
      create index booking_bookings_both on booking_bookings (company_id, status, type, exam_at);
      create index booking_bookings_total on booking_bookings (company_id, total_cents, id);
      create index booking_bookings_exam on booking_bookings (company_id, exam_at, id);
      create index booking_bookings_exam_down on booking_bookings (company_id, exam_at desc nulls last, id desc);
      create index booking_bookings_discount on booking_bookings (company_id, discount, created_at desc, id desc) where discount is not null;
      create index booking_bookings_all_newest on booking_bookings (created_at desc, id desc);
      create index booking_bookings_all_number on booking_bookings (number, id);
      create index booking_bookings_all_by_status on booking_bookings (status, id);
      create index booking_bookings_all_status on booking_bookings (status, created_at desc, id desc);
      create index booking_bookings_all_type on booking_bookings (type, created_at desc, id desc);
      create index booking_bookings_all_both on booking_bookings (status, type, exam_at);
      create index booking_bookings_all_total on booking_bookings (total_cents, id);
      create index booking_bookings_all_exam on booking_bookings (exam_at, id);
      create index booking_bookings_all_exam_down on booking_bookings (exam_at desc nulls last, id desc);
      create index booking_bookings_all_discount on booking_bookings (discount, created_at desc, id desc) where discount is not null;

      insert into booking_words (company_id, word) ${WORDS('booking_bookings')};
      create function booking_keep_words() returns trigger language plpgsql set search_path = public, pg_temp as $$
        begin
          insert into booking_words (company_id, word) ${WORDS('changed')} on conflict do nothing;
          return null;
        end $$;
      create trigger booking_words_new after insert on booking_bookings
        referencing new table as changed for each statement execute function booking_keep_words();
      create trigger booking_words_changed after update on booking_bookings
        referencing new table as changed for each statement execute function booking_keep_words();`)
    for (const [name, scope, role] of [
      ['booking_find', `format('company_id = %L', ${CURRENT})`, 'platform_tenant'],
      ['booking_find_across', `'true'`, 'platform_across'],
    ])
      this.schema.raw(`
        create function ${name}(patterns jsonb, most int) returns setof bigint language plpgsql stable security definer
          set search_path = public, pg_temp as $find$ ${FIND(scope!)} $find$;
        revoke all on function ${name}(jsonb, int) from public;
        grant execute on function ${name}(jsonb, int) to ${role}`)
  }

  async down() {
    throw new Error('The list before this one reads every booking.')
  }
}
