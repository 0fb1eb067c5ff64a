import { TenantSchema } from '#core/kit/schema'

/** When a booking took over the seat that the list held for a person. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw('alter table waiting_list_places add column booked_at timestamptz')
  }

  async down() {
    this.schema.raw('alter table waiting_list_places drop column booked_at')
  }
}
