import { BaseSchema } from '@adonisjs/lucid/schema'

/** A domain leads to one company. If several companies have the same domain, the one that it led to so far keeps it. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      update core_companies c set site_host = null where site_host is not null and exists (
        select 1 from core_companies o where o.site_host = c.site_host and (o.status <> 'active', o.id) < (c.status <> 'active', c.id));
      drop index core_companies_site_host;
      create unique index core_companies_site_host on core_companies (site_host)`)
  }

  async down() {
    this.schema.raw(`
      drop index core_companies_site_host;
      create index core_companies_site_host on core_companies (site_host) where site_host is not null`)
  }
}
