import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Adds how a session was opened, which sites may frame it, and the data of a token. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_sessions add column via text not null default 'sign_in', add column framed_by text[];
      alter table core_tokens add column data jsonb;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table core_tokens drop column data;
      alter table core_sessions drop column framed_by, drop column via;
    `)
  }
}
