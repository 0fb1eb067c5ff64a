import { TenantSchema } from '#core/kit/schema'

/** A member without an e-mail address can also have only one place, identified by the membership. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      drop index waiting_list_places_once;
      create unique index waiting_list_places_once on waiting_list_places
        (company_id, coalesce(nullif(lower(email), ''), 'member ' || membership_id::text), course_id, search_key(city), language, month)
        where status in ('unconfirmed', 'waiting', 'offered')`)
  }

  async down() {
    throw new Error('Two people without an address may have a place; the index before this one is in 0841.')
  }
}
