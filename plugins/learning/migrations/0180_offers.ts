import { TenantSchema } from '#core/kit/schema'

/**
 * The courses that can be assigned, booked and shown in a catalogue: the newest published version of each available course of the current
 * company or the platform, by the policies of the caller. Project instructions are not included, because they are done at a gate. Other
 * plugins join this view, so its columns stay (contract/offers.ts).
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function learning_words_of(texts jsonb) returns text language sql immutable parallel safe strict as $$
        select coalesce(public.search_key(string_agg(value, ' ' order by key)), '') from jsonb_each_text(texts)
      $$;
      alter table learning_course_versions add column name_words text generated always as (learning_words_of(name)) stored;
      create view learning_offers with (security_invoker = true) as
        select c.id as course_id, v.id as version_id, c.company_id, c.shortname, c.sector, c.type, c.is_consumer_course,
               v.name, v.description, v.languages, v.duration_minutes, v.price, v.adults_only, v.picture as photo,
               v.access_days, v.certificate_valid_months, c.primary_color, c.secondary_color, v.published_at,
               v.name_words || ' ' || search_key(c.shortname) as search_text
          from learning_courses c
          join lateral (
            select n.id from learning_course_versions n where n.course_id = c.id and n.published_at is not null order by n.number desc limit 1
          ) newest on true
          join learning_course_versions v on v.id = newest.id
         where c.status = 'available' and not c.is_project_instruction;
      grant select on learning_offers to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw(`
      drop view learning_offers;
      alter table learning_course_versions drop column name_words;
      drop function learning_words_of(jsonb)`)
  }
}
