import { TenantSchema } from '#core/kit/schema'

/**
 * Copies the offered version of a course and its search text to the course, because each page of a large catalogue needs both. A trigger
 * updates them on publishing. The view `learning_offers` keeps its columns.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table learning_courses add column offer_version_id bigint, add column offer_words text;
      alter table learning_courses add column search_text text
        generated always as (coalesce(offer_words || ' ', '') || search_key(shortname)) stored;
      create function learning_note_offer() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        update learning_courses c
           set (offer_version_id, offer_words) = (
             select v.id, v.name_words from learning_course_versions v
              where v.course_id = c.id and v.published_at is not null order by v.number desc limit 1)
         where c.id = coalesce(new.course_id, old.course_id);
        return null;
      end $$;
      create trigger learning_course_versions_offer after insert or delete or update of published_at on learning_course_versions
        for each row execute function learning_note_offer();
      update learning_courses c
         set (offer_version_id, offer_words) = (
           select v.id, v.name_words from learning_course_versions v
            where v.course_id = c.id and v.published_at is not null order by v.number desc limit 1);
      create or replace view learning_offers with (security_invoker = true) as
        select c.id as course_id, v.id as version_id, c.company_id, c.shortname, c.sector, c.type, c.is_consumer_course,
               v.name, v.description, v.languages, v.duration_minutes, v.price, v.adults_only, v.picture as photo,
               v.access_days, v.certificate_valid_months, c.primary_color, c.secondary_color, v.published_at, c.search_text
          from learning_courses c join learning_course_versions v on v.id = c.offer_version_id
         where c.status = 'available' and not c.is_project_instruction`)
  }

  async down() {
    throw new Error('The view before this one is in 0180_offers.')
  }
}
