import { TenantSchema } from '#core/kit/schema'

/**
 * Invoices do not change after they are written. Payments, reminders and credit notes are separate rows. The seller is the platform, so
 * numbers run across companies: one counter per series and year. A function that bypasses the policies increments it in the transaction of
 * the invoice. A rollback returns the number, and the lock on the counter makes the next transaction wait.
 */
export default class extends TenantSchema {
  async up() {
    this.platformTable(
      'invoices_seller',
      (table) => {
        table.jsonb('details').notNullable()
        table.timestamp('updated_at').notNullable().defaultTo(this.now())
      },
      { companiesMayRead: true },
    )
    this.schema.raw('create unique index invoices_seller_one on invoices_seller ((true))')

    this.platformTable(
      'invoices_counters',
      (table) => {
        table.text('series').notNullable()
        table.integer('year').notNullable()
        table.integer('last').notNullable()
        table.unique(['series', 'year'])
      },
      { companiesMayRead: false },
    )
    this.schema.raw(`
      create function invoices_next_number(wanted text, of_year integer) returns integer
        language sql security definer set search_path = public as $$
        insert into invoices_counters (series, year, last) values (wanted, of_year, 1)
          on conflict (series, year) do update set last = invoices_counters.last + 1
          returning last
      $$;
      revoke all on function invoices_next_number(text, integer) from public;
      grant execute on function invoices_next_number(text, integer) to platform_tenant, platform_across`)

    this.tenantTable('invoices_invoices', (table) => {
      table.text('number').notNullable().unique()
      table.text('kind').notNullable().checkIn(['invoice', 'credit'])
      table.integer('year').notNullable()
      table.integer('sequence').notNullable()
      table.text('subject').notNullable()
      // For a credit note: its key within the subject, and the invoice that it credits.
      table.text('credit_key').nullable()
      table.bigInteger('of_invoice').nullable()
      table.text('reason').nullable()
      table.date('issued_on').notNullable()
      table.date('due_on').notNullable()
      table.text('order_number').nullable()
      table.text('language').notNullable()
      table.jsonb('seller').notNullable()
      table.jsonb('buyer').notNullable()
      table.jsonb('lines').notNullable()
      table.jsonb('groups').notNullable()
      table.integer('net_cents').notNullable()
      table.integer('vat_cents').notNullable()
      table.integer('total_cents').notNullable()
      table.timestamp('created_at').notNullable().defaultTo(this.now())
      table.unique(['kind', 'year', 'sequence'])
      table.index(['company_id', 'issued_on', 'id'])
      table.index(['issued_on', 'id'])
    })
    this.ownReference('invoices_invoices', 'of_invoice', 'invoices_invoices')
    this.schema.raw(`
      create unique index invoices_invoices_subject on invoices_invoices (company_id, subject) where kind = 'invoice';
      create unique index invoices_invoices_credit on invoices_invoices (company_id, subject, credit_key) where kind = 'credit';
      create index invoices_invoices_of on invoices_invoices (company_id, of_invoice);
      alter table invoices_invoices add column search_text text not null generated always as (
        search_key(number || ' ' || coalesce(order_number, '') || ' ' || coalesce(buyer->>'company', '') || ' ' || subject)) stored;
      create index invoices_invoices_search on invoices_invoices using gin (search_text gin_trgm_ops);
      create function invoices_are_kept() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        -- Invoices are deleted only with their company.
        if tg_op = 'DELETE' and not exists (select 1 from core_companies where id = old.company_id) then return old; end if;
        raise exception 'An invoice is never changed: %', old.number using errcode = 'restrict_violation';
      end $$;
      create trigger invoices_invoices_kept before update or delete on invoices_invoices for each row execute function invoices_are_kept()`)

    this.tenantTable('invoices_payments', (table) => {
      table.bigInteger('invoice_id').notNullable()
      table.timestamp('paid_at').notNullable()
      // `card`: paid by card. `hand`: marked as paid by a person.
      table.text('way').notNullable().checkIn(['card', 'hand'])
      table.timestamp('noted_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'invoice_id'])
    })
    this.ownReference('invoices_payments', 'invoice_id', 'invoices_invoices')

    this.tenantTable('invoices_reminders', (table) => {
      table.bigInteger('invoice_id').notNullable()
      table.integer('level').notNullable()
      table.timestamp('sent_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'invoice_id', 'level'])
    })
    this.ownReference('invoices_reminders', 'invoice_id', 'invoices_invoices')
  }

  async down() {
    for (const name of ['reminders', 'payments', 'invoices', 'counters', 'seller']) this.schema.dropTable(`invoices_${name}`)
    this.schema.raw('drop function invoices_are_kept(); drop function invoices_next_number(text, integer)')
  }
}
