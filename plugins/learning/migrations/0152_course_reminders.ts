import { TenantSchema } from '#core/kit/schema'

/** Stores reminders of a course next to those of due days. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table learning_due_mails drop constraint learning_due_mails_kind_check;
      alter table learning_due_mails add constraint learning_due_mails_kind_check
        check (kind in ('week', 'day', 'overdue', 'not_opened', 'not_done', 'before_expiry'));
    `)
  }

  async down() {
    this.schema.raw(`
      delete from learning_due_mails where kind in ('not_opened', 'not_done', 'before_expiry');
      alter table learning_due_mails drop constraint learning_due_mails_kind_check;
      alter table learning_due_mails add constraint learning_due_mails_kind_check check (kind in ('week', 'day', 'overdue'));
    `)
  }
}
