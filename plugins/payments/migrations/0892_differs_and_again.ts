import { TenantSchema } from '#core/kit/schema'

/** What came of a payment whose amount differs, so that it can go back; and how often a refund was asked for. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table payments_payments add column received_cents integer;
      alter table payments_refunds add column tries integer not null default 1`)
  }

  async down() {
    this.schema.raw(`
      alter table payments_payments drop column received_cents;
      alter table payments_refunds drop column tries`)
  }
}
