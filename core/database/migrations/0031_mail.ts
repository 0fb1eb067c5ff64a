import { TenantSchema } from '../../tenancy/tenant_schema.js'

/**
 * Mail to people without a company and to plain addresses, encrypted secrets, a status for mail that is being sent, and mail texts of
 * companies.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      -- Null: mail of the platform to a person. Companies cannot read it.
      alter table core_mail_outbox alter column company_id drop not null;
      alter table core_mail_outbox add column user_id bigint references core_users (id) on delete cascade;
      -- The input of load(). Cleared once the mail is written.
      alter table core_mail_outbox add column payload jsonb;
      -- The subject, HTML and text as sent. Encrypted if they contain a secret; cleared once sent.
      alter table core_mail_outbox add column sealed text;
      alter table core_mail_outbox add column attachments jsonb not null default '[]';
      alter table core_mail_outbox add column claimed_at timestamptz;
      alter table core_mail_outbox alter column subject set default '', alter column html set default '', alter column text set default '';
      do $$ declare old text; begin
        select conname into strict old from pg_constraint
         where conrelid = 'core_mail_outbox'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%status%';
        execute format('alter table core_mail_outbox drop constraint %I', old);
      end $$;
      alter table core_mail_outbox add constraint core_mail_outbox_status
        check (status in ('waiting', 'sending', 'kept', 'sent', 'failed', 'uncertain'));
      alter table core_mail_outbox drop constraint core_mail_outbox_company_id_trigger_dedupe_key_unique;
      alter table core_mail_outbox add constraint core_mail_outbox_once unique nulls not distinct (company_id, trigger, dedupe_key);
      create index core_mail_outbox_user on core_mail_outbox (user_id) where user_id is not null;
      create index core_mail_outbox_sending on core_mail_outbox (claimed_at) where status = 'sending';
      create index core_mail_outbox_platform on core_mail_outbox (id) where company_id is null and status = 'waiting';
    `)

    this.tenantTable('core_mail_texts', (table) => {
      table.text('trigger').notNullable()
      table.text('language').notNullable()
      table.text('subject').notNullable()
      table.text('body').notNullable()
      table.text('action').nullable()
      table.timestamp('updated_at').notNullable().defaultTo(this.now())
      table.unique(['company_id', 'trigger', 'language'])
    })
  }

  async down() {
    this.schema.dropTable('core_mail_texts')
    this.schema.raw(`
      delete from core_mail_outbox where company_id is null;
      alter table core_mail_outbox alter column company_id set not null;
      alter table core_mail_outbox drop column user_id, drop column payload, drop column sealed, drop column attachments, drop column claimed_at`)
  }
}
