import { TenantSchema } from '#core/kit/schema'

const WORDS = `
  select distinct c.company_id, w from changed c, regexp_split_to_table(c.offer_words, '[^[:alpha:]]+') w
   where length(w) >= 4 order by 1, 2`

/**
 * The search of a catalogue uses text indexes, which are not used under a policy. Words are written in sorted order, so that two
 * transactions cannot deadlock.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index learning_courses_offer_search on learning_courses using gin (search_text gin_trgm_ops) with (fastupdate = off)
       where status = 'available' and not is_project_instruction and offer_version_id is not null`)
    this.searchFunctions('learning_find_offers', 'learning_courses', {
      sharedRows: true,
      where: `status = 'available' and not is_project_instruction and offer_version_id is not null`,
    })
    this.wordFunctions('learning_offer_words', { sharedRows: true })
    this.schema.raw(`
      drop trigger learning_courses_words on learning_courses;
      create or replace function learning_keep_words() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        insert into learning_offer_words (company_id, word) ${WORDS} on conflict do nothing;
        return null;
      end $$;
      create trigger learning_words_new after insert on learning_courses
        referencing new table as changed for each statement execute function learning_keep_words();
      create trigger learning_words_changed after update on learning_courses
        referencing new table as changed for each statement execute function learning_keep_words()`)
  }

  async down() {
    throw new Error('The search before this one compares every course.')
  }
}
