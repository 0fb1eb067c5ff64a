import { TenantSchema } from '#core/kit/schema'

/** The state of an invoice as in services/store.ts, without the date: an `open` invoice is overdue after its due date. */
const STATE = (i: string) => `
  case when ${i}.kind = 'credit' then 'credit'
    when exists (select 1 from invoices_payments p where p.company_id = ${i}.company_id and p.invoice_id = ${i}.id) then 'paid'
    when (select coalesce(sum(-n.total_cents), 0) from invoices_invoices n
      where n.company_id = ${i}.company_id and n.of_invoice = ${i}.id and n.kind = 'credit') >= ${i}.total_cents then 'credited'
    else 'open' end`
const WORDS = (i: string) =>
  `select distinct ${i}.company_id, w from regexp_split_to_table(search_key(coalesce(${i}.buyer->>'company', '')), '[^[:alnum:]]+') w where length(w) >= 4`
const OWN = `company_id = nullif(current_setting('app.company_id', true), '')::bigint`
const ORDERS = ['number', 'issued_on', 'due_on', 'total_cents']

/**
 * A narrow table for filtering, sorting and searching the list of invoices, because invoices themselves never change. Before this, each
 * page of the list computed the state of every invoice. Triggers on invoices, credit notes and payments update the table.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create table invoices_list (
        company_id bigint not null references core_companies (id) on delete cascade,
        id bigint primary key,
        number text not null,
        state text not null check (state in ('open', 'paid', 'credited', 'credit')),
        issued_on date not null,
        due_on date not null,
        total_cents integer not null,
        search_text text not null
      )`)
    this.protect('invoices_list', { read: OWN, write: OWN })
    this.ownReference('invoices_list', 'id', 'invoices_invoices')
    this.tenantTable('invoices_words', (table) => {
      table.text('word').notNullable()
      table.unique(['company_id', 'word'])
    })
    this.schema.raw(`
      insert into invoices_list select i.company_id, i.id, i.number, ${STATE('i')}, i.issued_on, i.due_on, i.total_cents, i.search_text from invoices_invoices i;
      insert into invoices_words (company_id, word) select distinct words.* from invoices_invoices i, lateral (${WORDS('i')}) words;
      drop index invoices_invoices_search;
      create index invoices_list_search on invoices_list using gin (company_id, search_text gin_trgm_ops);
      create index invoices_list_state on invoices_list (company_id, state, issued_on, id);
      create index invoices_list_state_due on invoices_list (company_id, state, due_on, id);
      create index invoices_list_all_state on invoices_list (state, issued_on, id);
      create index invoices_list_all_state_due on invoices_list (state, due_on, id);
      ${ORDERS.map(
        (column) => `
      create index invoices_list_${column} on invoices_list (company_id, ${column}, id);
      create index invoices_list_all_${column} on invoices_list (${column}, id);`,
      ).join('')}

      create function invoices_list_new() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        insert into invoices_list values (new.company_id, new.id, new.number, ${STATE('new')}, new.issued_on, new.due_on, new.total_cents, new.search_text);
        insert into invoices_words (company_id, word) ${WORDS('new')} on conflict do nothing;
        return null;
      end $$;
      create trigger invoices_invoices_listed after insert on invoices_invoices for each row execute function invoices_list_new();

      -- If an invoice is paid and credited at the same time, the second transaction waits for the row and then computes the state.
      create function invoices_list_stands() returns trigger language plpgsql set search_path = public, pg_temp as $$
      declare
        changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
        of_company bigint := changed->>'company_id';
        which bigint := changed->>tg_argv[0];
      begin
        perform from invoices_list l where l.company_id = of_company and l.id = which for update;
        update invoices_list l set state = ${STATE('i')} from invoices_invoices i
         where i.company_id = of_company and i.id = which and l.company_id = of_company and l.id = which;
        return null;
      end $$;
      create trigger invoices_invoices_stands after insert on invoices_invoices for each row when (new.of_invoice is not null)
        execute function invoices_list_stands('of_invoice');
      create trigger invoices_payments_stands after insert or update or delete on invoices_payments for each row
        execute function invoices_list_stands('invoice_id')`)
    this.searchFunctions('invoices_find', 'invoices_list')
  }

  async down() {
    throw new Error('The list before this one reads every invoice.')
  }
}
