import { TenantSchema } from '#core/kit/schema'

/**
 * A place beyond the limit is billed once. Stores since when it is charged, its bill with the VAT, and whether it was credited. A booking
 * bills its own places.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table contracts_uses add column extra_at timestamptz, add column bill text, add column bill_number text, add column bill_vat jsonb,
        add column credited_at timestamptz;
      update contracts_uses set extra_at = coalesce(started_at, taken_at), bill = case when subject like 'booking:%' then subject end
       where extra_cents > 0;
      create index contracts_uses_to_bill on contracts_uses (company_id, contract_id) where extra_cents > 0 and (bill is null or given_back_at is not null)`)
  }

  async down() {
    this.schema.raw(`
      drop index contracts_uses_to_bill;
      alter table contracts_uses drop column extra_at, drop column bill, drop column bill_number, drop column bill_vat, drop column credited_at`)
  }
}
