import { TenantSchema } from '#core/kit/schema'

/** Who waits or was asked: the job that makes offers finds the companies that have one. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index waiting_list_places_at_work on waiting_list_places (status, company_id) where status in ('waiting', 'offered')`)
  }

  async down() {
    this.schema.raw('drop index waiting_list_places_at_work')
  }
}
