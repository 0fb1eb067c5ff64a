import { TenantSchema } from '#core/kit/schema'

/** As in 0873. */
const STATE = `
  case when new.kind = 'credit' then 'credit'
    when exists (select 1 from invoices_payments p where p.company_id = new.company_id and p.invoice_id = new.id) then 'paid'
    when (select coalesce(sum(-n.total_cents), 0) from invoices_invoices n
      where n.company_id = new.company_id and n.of_invoice = new.id and n.kind = 'credit') >= new.total_cents then 'credited'
    else 'open' end`
const WORDS = `
  select distinct i.company_id, w from changed i, regexp_split_to_table(search_key(coalesce(i.buyer->>'company', '')), '[^[:alnum:]]+') w
   where length(w) >= 4 order by 1, 2`

/**
 * A search for common words no longer reads them one by one, and typos use an index. Words are written in sorted order, so that two
 * transactions cannot deadlock.
 */
export default class extends TenantSchema {
  async up() {
    this.searchIndexes('invoices_list')
    this.searchFunctions('invoices_find', 'invoices_list')
    this.wordFunctions('invoices_words')
    this.schema.raw(`
      create or replace function invoices_list_new() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        insert into invoices_list values (new.company_id, new.id, new.number, ${STATE}, new.issued_on, new.due_on, new.total_cents, new.search_text);
        return null;
      end $$;
      create function invoices_keep_words() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        insert into invoices_words (company_id, word) ${WORDS} on conflict do nothing;
        return null;
      end $$;
      create trigger invoices_invoices_words after insert on invoices_invoices
        referencing new table as changed for each statement execute function invoices_keep_words()`)
  }

  async down() {
    throw new Error('The search before this one reads the index of every word.')
  }
}
