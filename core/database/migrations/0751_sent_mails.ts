import { ACROSS_ROLE, TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** For plugins that count what happened to their mails: which mails the mail server accepted. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      create view kit_sent_mails with (security_invoker = true) as
        select company_id, trigger, dedupe_key, sent_at from core_mail_outbox where status = 'sent' and company_id is not null;
      grant select on kit_sent_mails to ${TENANT_ROLE}, ${ACROSS_ROLE}`)
  }

  async down() {
    this.schema.raw('drop view kit_sent_mails')
  }
}
