import { TenantSchema } from '../../tenancy/tenant_schema.js'

/** Views of lists that people saved: filters, order and columns under a name; an admin's own are of no company. */
export default class extends TenantSchema {
  async up() {
    this.tenantTable(
      'core_list_views',
      (table) => {
        // Who saved it. Null: whoever shared it with the company has left.
        table.bigInteger('membership_id').nullable()
        table.bigInteger('user_id').nullable().references('id').inTable('core_users').onDelete('CASCADE')
        table.text('list').notNullable()
        table.text('name').notNullable()
        // The list's query string with its chosen columns, as the page has it in its address.
        table.text('query').notNullable()
        table.boolean('is_shared').notNullable().defaultTo(false)
        table.timestamp('created_at').notNullable().defaultTo(this.now())
      },
      { platformRows: true },
    )
    this.schema.raw(`
      alter table core_list_views add constraint core_list_views_owner check (
        company_id is null and user_id is not null and membership_id is null and not is_shared
        or company_id is not null and user_id is null and (membership_id is not null or is_shared));
      create unique index core_list_views_name on core_list_views (company_id, membership_id, list, lower(name)) where company_id is not null;
      create unique index core_list_views_admin on core_list_views (user_id, list, lower(name)) where company_id is null;
    `)
    this.ownReference('core_list_views', 'membership_id', 'core_memberships')
  }

  async down() {
    this.schema.dropTable('core_list_views')
  }
}
