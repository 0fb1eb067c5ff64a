import { BaseSchema } from '@adonisjs/lucid/schema'

/** Index of the requests of one person, for their history and for erasing them. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw('create index catalogue_requests_person on catalogue_requests (company_id, membership_id)')
  }

  async down() {
    this.schema.raw('drop index catalogue_requests_person')
  }
}
