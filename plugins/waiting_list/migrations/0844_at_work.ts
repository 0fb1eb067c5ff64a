import { TenantSchema } from '#core/kit/schema'

/** Index of people who wait or were asked, for the job that finds companies with offers to make. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create index waiting_list_places_at_work on waiting_list_places (status, company_id) where status in ('waiting', 'offered')`)
  }

  async down() {
    this.schema.raw('drop index waiting_list_places_at_work')
  }
}
