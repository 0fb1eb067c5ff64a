import { TENANT_ROLE } from '../../config/database_roles.js'
import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Bounced mail, addresses that no longer accept mail, and notifications that are read in the platform. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      -- Used in the envelope and the Message-ID, to identify the mail of a bounce. It cannot be guessed.
      alter table core_mail_outbox add column return_token uuid not null default gen_random_uuid();
      alter table core_mail_outbox add constraint core_mail_outbox_return unique (return_token);
      alter table core_mail_outbox add column bounced_at timestamptz;
      -- The address does not accept mail. Other mails to it are held until somebody sends this one again.
      alter table core_mail_outbox add column holds boolean not null default false;
      -- Whether it is sent by mail, shown in the platform or both, and the page that it links to.
      alter table core_mail_outbox add column by_mail boolean not null default true;
      alter table core_mail_outbox add column in_app boolean not null default false;
      alter table core_mail_outbox add column link text;
      alter table core_mail_outbox add column read_at timestamptz;
      alter table core_mail_outbox drop constraint core_mail_outbox_status;
      alter table core_mail_outbox add constraint core_mail_outbox_status
        check (status in ('waiting', 'sending', 'kept', 'sent', 'failed', 'uncertain', 'bounced', 'held', 'in_app'));
      create index core_mail_outbox_holds on core_mail_outbox (company_id, lower(to_email)) where holds;
      create index core_mail_outbox_unread on core_mail_outbox (company_id, membership_id) where in_app and read_at is null;
      create index core_mail_outbox_old on core_mail_outbox (created_at);
      -- Trigger → mail, app or both, for one person in one company. Triggers that are not listed use both.
      alter table core_memberships add column mail_choices jsonb not null default '{}';
      grant update (mail_choices) on core_memberships to ${TENANT_ROLE};
    `)

    this.tenantTable(
      'core_mail_reports',
      (table) => {
        table.bigInteger('mail_id').notNullable().references('id').inTable('core_mail_outbox').onDelete('CASCADE')
        // The reporter and its own id of the report, so that a report that arrives twice is processed once.
        table.text('report_key').notNullable().unique()
        table.boolean('is_dead').notNullable()
        table.text('reason').notNullable()
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.timestamp('done_at').nullable()
      },
      { platformRows: true },
    )
    this.schema.raw('create index core_mail_reports_mail on core_mail_reports (mail_id)')
  }

  async down() {
    this.schema.dropTable('core_mail_reports')
    this.schema.raw(`
      alter table core_memberships drop column mail_choices;
      delete from core_mail_outbox where status in ('bounced', 'held', 'in_app');
      alter table core_mail_outbox drop column return_token, drop column bounced_at, drop column holds, drop column by_mail,
        drop column in_app, drop column link, drop column read_at`)
  }
}
