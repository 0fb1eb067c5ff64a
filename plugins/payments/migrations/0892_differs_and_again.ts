import { TenantSchema } from '#core/kit/schema'

/** The result of a payment with a different amount, so that it can be refunded, and the number of attempts of a refund. */
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
