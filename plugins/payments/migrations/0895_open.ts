import { TenantSchema } from '#core/kit/schema'

/** Payments that nobody knows the end of: the job that asks the provider finds them among all that are done. */
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
