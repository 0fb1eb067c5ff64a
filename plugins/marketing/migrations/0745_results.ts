import { TenantSchema } from '#core/kit/schema'

/** The results of a campaign: which mails were delivered, and who booked after a click. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      -- When the mail server accepted the mail. It may bounce later.
      alter table marketing_recipients add column delivered_at timestamptz, add column booked_at timestamptz;
      create index marketing_recipients_undelivered on marketing_recipients (company_id)
        where state = 'sent' and delivered_at is null and bounced_at is null;
      create index marketing_recipients_may_book on marketing_recipients (company_id, membership_id)
        where clicked_at is not null and booked_at is null`)
  }

  async down() {
    this.schema.raw('alter table marketing_recipients drop column delivered_at, drop column booked_at')
  }
}
