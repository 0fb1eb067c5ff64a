import { TenantSchema } from '#core/kit/schema'

/**
 * Returns the next number of a series for a subject without a document, otherwise null. Locks the subject first: a second transaction
 * waits, and then sees the document of the first.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create function invoices_lock_subject(subject text) returns void language sql volatile as $$
        select pg_advisory_xact_lock(hashtext('invoices'), hashtext(coalesce(current_setting('app.company_id', true), '') || ' ' || subject))
      $$;
      create function invoices_claim_number(wanted text, of_year integer, about text, about_key text) returns integer
        language plpgsql volatile set search_path = public, pg_temp as $$
      begin
        perform invoices_lock_subject(about);
        if exists (select 1 from invoices_invoices
                    where kind = wanted and subject = about and credit_key is not distinct from about_key) then
          return null;
        end if;
        return invoices_next_number(wanted, of_year);
      end $$;
      revoke all on function invoices_lock_subject(text), invoices_claim_number(text, integer, text, text) from public;
      grant execute on function invoices_lock_subject(text), invoices_claim_number(text, integer, text, text) to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop function invoices_claim_number(text, integer, text, text); drop function invoices_lock_subject(text)')
  }
}
