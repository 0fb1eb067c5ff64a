import { TenantSchema } from '#core/kit/schema'

/** Index of open payments for the job that asks the provider about them. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index payments_payments_open on payments_payments (created_at) include (company_id)
        where paid_at is null and lapsed_at is null and session is not null`)
  }

  async down() {
    this.schema.raw('drop index payments_payments_open')
  }
}
