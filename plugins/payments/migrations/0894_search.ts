import { TenantSchema } from '#core/kit/schema'

const WORDS = `
  select distinct p.company_id, w from changed p, regexp_split_to_table(search_key(p.description), '[^[:alnum:]]+') w
   where length(w) >= 4 and w ~ '[[:alpha:]]' order by 1, 2`

/**
 * A search for common words no longer reads them one by one, and typos use an index. Words are written in sorted order, so that two
 * transactions cannot deadlock.
 */
export default class extends TenantSchema {
  async up() {
    this.searchIndexes('payments_payments')
    this.searchFunctions('payments_find', 'payments_payments')
    this.wordFunctions('payments_words')
    this.schema.raw(`
      drop trigger payments_payments_words on payments_payments;
      create or replace function payments_keep_words() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        insert into payments_words (company_id, word) ${WORDS} on conflict do nothing;
        return null;
      end $$;
      create trigger payments_words_new after insert on payments_payments
        referencing new table as changed for each statement execute function payments_keep_words()`)
  }

  async down() {
    throw new Error('The search before this one reads the index of every word.')
  }
}
