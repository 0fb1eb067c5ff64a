import { TenantSchema } from '#core/kit/schema'

/** What a directory has deleted is gone for it, although its person stays here (RFC 7644, section 3.6); and what it calls the company's groups. */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table directory_people add column removed_at timestamptz;
      drop index directory_people_user_name;
      create unique index directory_people_user_name on directory_people (company_id, lower(user_name)) where removed_at is null`)
    this.tenantTable('directory_groups', (table) => {
      // Of the plugin groups; no foreign key leads into another plugin's tables.
      table.bigInteger('group_id').notNullable()
      table.text('external_id').nullable()
      table.unique(['company_id', 'group_id'])
    })
  }

  async down() {
    this.schema.dropTable('directory_groups')
    this.schema.raw(`
      delete from directory_people where removed_at is not null;
      drop index directory_people_user_name;
      alter table directory_people drop column removed_at;
      create unique index directory_people_user_name on directory_people (company_id, lower(user_name))`)
  }
}
