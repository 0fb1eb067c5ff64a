import { BaseSchema } from '@adonisjs/lucid/schema'

/** A login without a client id finds its company by the hash of its issuer, if a single platform has that issuer. */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create view lti_issuers with (security_invoker = true) as
        select company_id, encode(sha256(convert_to(issuer, 'UTF8')), 'hex') as token from lti_platforms where is_active;
      grant select on lti_issuers to platform_tenant, platform_across`)
  }

  async down() {
    this.schema.raw('drop view lti_issuers')
  }
}
