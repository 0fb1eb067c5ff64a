import { BaseSchema } from '@adonisjs/lucid/schema'

/** What one person asked for: read with their history, and when they are erased. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('create index catalogue_requests_person on catalogue_requests (company_id, membership_id)')
  }

  async down() {
    this.schema.raw('drop index catalogue_requests_person')
  }
}
