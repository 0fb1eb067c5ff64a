import { TenantSchema } from '#core/kit/schema'

/** The state of a payment, as in services/payments.ts. */
const STATE = `case
  when paid_at is not null and refunded_cents >= amount_cents then 'refunded'
  when paid_at is not null then 'paid'
  when lapsed_at is not null then 'lapsed'
  when failed_at is not null then 'failed'
  else 'open' end`
const WORDS = (p: string) =>
  `select distinct ${p}.company_id, w from regexp_split_to_table(search_key(${p}.description), '[^[:alnum:]]+') w where length(w) >= 4 and w ~ '[[:alpha:]]'`
const ORDERS = { created: 'created_at', amount: 'amount_cents', paid: 'paid_at', description: 'search_key(description)' }

/** Indexes for the orders, filters and search of the list of payments, for one company and for all. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable('payments_words', (table) => {
      table.text('word').notNullable()
      table.unique(['company_id', 'word'])
    })
    this.schema.raw(`
      alter table payments_payments add column state text not null generated always as (${STATE}) stored,
        add column search_text text not null generated always as (search_key(description || ' ' || key)) stored;
      ${Object.entries(ORDERS)
        .map(
          ([name, column]) => `
      create index payments_payments_by_${name} on payments_payments (company_id, ${column}, id);
      create index payments_payments_all_${name} on payments_payments (${column}, id);`,
        )
        .join('')}
      create index payments_payments_paid_down on payments_payments (company_id, paid_at desc nulls last, id desc);
      create index payments_payments_all_paid_down on payments_payments (paid_at desc nulls last, id desc);
      create index payments_payments_state on payments_payments (company_id, state, created_at, id);
      create index payments_payments_all_state on payments_payments (state, created_at, id);
      create index payments_payments_search on payments_payments using gin (company_id, search_text gin_trgm_ops);
      insert into payments_words (company_id, word) select distinct words.* from payments_payments p, lateral (${WORDS('p')}) words;
      create function payments_keep_words() returns trigger language plpgsql set search_path = public, pg_temp as $$
      begin
        insert into payments_words (company_id, word) ${WORDS('new')} on conflict do nothing;
        return null;
      end $$;
      create trigger payments_payments_words after insert or update of description on payments_payments for each row execute function payments_keep_words()`)
    this.searchFunctions('payments_find', 'payments_payments')
  }

  async down() {
    throw new Error('The list before this one reads every payment.')
  }
}
