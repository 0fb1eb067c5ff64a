import { TENANT_ROLE } from '../../config/database_roles.js'
import { CURRENT_COMPANY, TenantSchema } from '../../tenancy/tenant_schema.js'

/** Mail texts of the platform, in addition to those of companies; versions of texts with their author; and test mails. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      -- Null: the text of the platform, used by every company without its own.
      alter table core_mail_texts alter column company_id drop not null;
      -- Null: the text was reset, and the default below it is sent again.
      alter table core_mail_texts alter column subject drop not null, alter column body drop not null;
      drop policy core_mail_texts_read on core_mail_texts;
      create policy core_mail_texts_read on core_mail_texts for select to ${TENANT_ROLE}
        using (company_id = ${CURRENT_COMPANY} or company_id is null);
      alter table core_mail_texts drop constraint core_mail_texts_company_id_trigger_language_unique;
      alter table core_mail_texts add constraint core_mail_texts_once unique nulls not distinct (company_id, trigger, language);
      -- A test mail that an editor sent to themselves, with sample values.
      alter table core_mail_outbox add column is_test boolean not null default false;
    `)

    this.tenantTable(
      'core_mail_text_versions',
      (table) => {
        table.bigInteger('text_id').notNullable().references('id').inTable('core_mail_texts').onDelete('CASCADE')
        table.integer('number').notNullable()
        table.text('subject').nullable()
        table.text('body').nullable()
        table.text('action').nullable()
        table.bigInteger('saved_by').nullable().references('id').inTable('core_users').onDelete('SET NULL')
        table.timestamp('created_at').notNullable().defaultTo(this.now())
        table.unique(['text_id', 'number'])
      },
      { sharedRows: true },
    )
    this.schema.raw('create index core_mail_text_versions_saved_by on core_mail_text_versions (saved_by) where saved_by is not null')
  }

  async down() {
    this.schema.dropTable('core_mail_text_versions')
    this.schema.raw(`
      delete from core_mail_texts where company_id is null or subject is null or body is null;
      alter table core_mail_texts alter column subject set not null, alter column body set not null, alter column company_id set not null;
      alter table core_mail_outbox drop column is_test`)
  }
}
