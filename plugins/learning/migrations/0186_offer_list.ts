import { TenantSchema } from '#core/kit/schema'

/** Columns of the offered version that a catalogue filters and sorts by. */
const FACTS = 'v.id, v.name_words, v.languages, v.duration_minutes, v.price, v.published_at'
const COLUMNS = 'offer_version_id, offer_words, offer_languages, offer_minutes, offer_price, offer_published_at'
const OFFERED = (course: string) => `
  update learning_courses c set (${COLUMNS}) = (
    select ${FACTS} from learning_course_versions v where v.course_id = c.id and v.published_at is not null order by v.number desc limit 1)${course}`
const WORDS = (course: string) =>
  `select distinct ${course}.company_id, w from regexp_split_to_table(${course}.offer_words, '[^[:alpha:]]+') w where length(w) >= 4`

/**
 * Copies the columns that a catalogue filters and sorts by to the course, with an index for each order. A page of a large catalogue then
 * reads versions only for its own courses. Typos are looked up in the list of words of all courses (contract/offers.ts).
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table learning_courses add column offer_languages text[], add column offer_minutes integer, add column offer_price integer,
        add column offer_published_at timestamptz;
      create or replace function learning_note_offer() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        ${OFFERED(' where c.id = coalesce(new.course_id, old.course_id)')};
        return null;
      end $$;
      ${OFFERED('')};
      create view learning_offer_list with (security_invoker = true) as
        select c.id as course_id, c.company_id, c.sector, c.type, c.is_consumer_course, c.offer_languages as languages, c.offer_minutes as duration_minutes,
               c.offer_price as price, c.offer_published_at as published_at, c.search_text
          from learning_courses c
         where c.status = 'available' and not c.is_project_instruction and c.offer_version_id is not null;
      grant select on learning_offer_list to platform_tenant, platform_across`)
    for (const [name, column] of [
      ['name', 'search_text'],
      ['minutes', 'offer_minutes'],
      ['price', 'offer_price'],
      ['newest', 'offer_published_at'],
    ])
      this.schema.raw(`
        create index learning_courses_offer_${name} on learning_courses (${column}, id)
         where status = 'available' and not is_project_instruction and offer_version_id is not null`)

    this.tenantTable('learning_offer_words', (table) => void table.text('word').notNullable(), { sharedRows: true })
    this.schema.raw(`
      alter table learning_offer_words add constraint learning_offer_words_once unique nulls not distinct (company_id, word);
      insert into learning_offer_words (company_id, word) select distinct words.* from learning_courses c, lateral (${WORDS('c')}) words;
      create function learning_keep_words() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        insert into learning_offer_words (company_id, word) ${WORDS('new')} on conflict do nothing;
        return null;
      end $$;
      create trigger learning_courses_words after insert or update of offer_words on learning_courses
        for each row when (new.offer_words is not null) execute function learning_keep_words()`)
  }

  async down() {
    throw new Error('The catalogue before this one reads every course.')
  }
}
