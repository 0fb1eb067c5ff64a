import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** For plugins that send mail to many people: which companies send marketing themselves, and which mails bounced. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create or replace view kit_companies with (security_invoker = true) as
        select id, login_id::text as login_id, name, abbreviation, status, no_direct_communication from core_companies;
      create view kit_bounced_mails with (security_invoker = true) as
        select company_id, trigger, dedupe_key, bounced_at from core_mail_outbox where status = 'bounced' and company_id is not null;
      grant select on kit_bounced_mails to ${TENANT_ROLE}, ${ACROSS_ROLE};
      create index core_mail_outbox_bounced on core_mail_outbox (company_id, trigger) where status = 'bounced'`)
  }

  async down() {
    this.schema.raw(`
      drop index core_mail_outbox_bounced;
      drop view kit_bounced_mails;
      -- A column of a view cannot be removed while other views depend on it, so it stays.`)
  }
}
