import { TenantSchema } from '#core/kit/schema'

/** Indexes for the list of uses, by the time that a place was taken. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('create index contracts_uses_taken on contracts_uses (company_id, taken_at desc, id desc)')
    this.schema.raw('create index contracts_uses_all_taken on contracts_uses (taken_at desc, id desc)')
  }

  async down() {
    this.schema.raw('drop index contracts_uses_taken, contracts_uses_all_taken')
  }
}
