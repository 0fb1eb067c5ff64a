import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Adds the status `left`: an admin decided not to send an uncertain mail again. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table core_mail_outbox drop constraint core_mail_outbox_status;
      alter table core_mail_outbox add constraint core_mail_outbox_status
        check (status in ('waiting', 'sending', 'kept', 'sent', 'failed', 'uncertain', 'left', 'bounced', 'held', 'in_app'));
      -- The dashboard of admins counts uncertain mails.
      create index core_mail_outbox_uncertain on core_mail_outbox (created_at) where status = 'uncertain'`)
  }

  async down() {
    this.schema.raw(`
      drop index core_mail_outbox_uncertain;
      update core_mail_outbox set status = 'uncertain' where status = 'left';
      alter table core_mail_outbox drop constraint core_mail_outbox_status;
      alter table core_mail_outbox add constraint core_mail_outbox_status
        check (status in ('waiting', 'sending', 'kept', 'sent', 'failed', 'uncertain', 'bounced', 'held', 'in_app'))`)
  }
}
