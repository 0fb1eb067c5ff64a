import { BaseSchema } from '@adonisjs/lucid/schema'

/** The domain of a company. Visitors of that domain see the site of the company (core/tenancy/public_lookup.ts). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table core_companies add column site_host text;
      create index core_companies_site_host on core_companies (site_host) where site_host is not null`)
  }

  async down() {
    this.schema.raw('alter table core_companies drop column site_host')
  }
}
