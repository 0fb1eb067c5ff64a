import { TenantSchema } from '#core/kit/schema'

/**
 * People whom the directory deleted, who stay here but no longer exist for the directory (RFC 7644, section 3.6), and the external ids of
 * groups.
 */
export default class extends TenantSchema {
  async up() {
    this.schema.raw(`
      alter table directory_people add column removed_at timestamptz;
      drop index directory_people_user_name;
      create unique index directory_people_user_name on directory_people (company_id, lower(user_name)) where removed_at is null`)
    this.tenantTable('directory_groups', (table) => {
      // An id of groups. No foreign key, because plugins do not reference each other's tables.
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
